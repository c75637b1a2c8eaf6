import { Box, Divider } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Menu, useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { openGroups } from './pages';

/** The pages, each with how much waits on it. */
export function SideMenu() {
  const translate = useTranslate();
  return (
    <Menu dense sx={{ '& .RaMenuItemLink-root': { py: { md: 0.25 } } }}>
      {openGroups().map((pages, i) => (
        <Fragment key={pages[0]!.path}>
          {i > 0 && <Divider component="li" aria-hidden sx={{ my: 0.5 }} />}
          {pages.map((page) => (
            <Menu.Item
              key={page.path}
              to={page.path}
              leftIcon={page.icon}
              primaryText={<>{translate(page.text)}{page.waiting && <Waiting path={page.waiting} />}</>}
            />
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}

/** Reads how many records a list has. Counts are read anew each minute, and when there is news. */
export function useCount(path: string) {
  return useQuery({
    queryKey: ['count', path],
    queryFn: ({ signal }) => call<{ meta: Schemas['Meta'] }>(path + (path.includes('?') ? '&' : '?') + 'limit=1', { signal }),
    select: (page) => page.meta.total,
    retry: false,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
}

function Waiting({ path }: { path: string }) {
  const translate = useTranslate();
  const { data: total } = useCount(path);
  if (!total) return null;
  return (
    <Box component="span" sx={{ ml: 1, px: 0.75, borderRadius: 4, bgcolor: 'action.selected', color: 'text.primary', fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' }}>
      {total > 999 ? '999+' : total}
      <Box component="span" sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}> {translate('menu.waiting')}</Box>
    </Box>
  );
}
