import { Box, Divider, ListSubheader, type Theme, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { Menu, Sidebar, type SidebarProps, useRemoveFromStore, useSidebarState, useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { openGroups } from './pages';

/**
 * Where the menu is: beside the page, or above it on a phone. When a window becomes as narrow, by
 * zoom too, it begins anew and closed: the open one would lie above the page unseen, and take every
 * click and the page's place in the accessibility tree.
 */
export function MenuPlace(props: SidebarProps) {
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  useNarrowMenu();
  return <Sidebar key={onPhone ? 'above' : 'beside'} {...props} />;
}

/**
 * In a window that is not wide, by zoom too, the menu begins with its icons alone; it can be opened.
 * In a wide one it is as it begins: nothing is stored then, for a stored "open" would be that of a
 * phone, too.
 */
function useNarrowMenu() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.between('sm', 'md'), { noSsr: true });
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [, setOpen] = useSidebarState();
  const forget = useRemoveFromStore('sidebar.open');
  const closed = useRef(false); // for want of room
  useEffect(() => {
    if (isNarrow) setOpen(false);
    else if (isWide && closed.current) forget();
    closed.current = isNarrow || (closed.current && !isWide);
  }, [isNarrow, isWide, setOpen, forget]);
}

/** The pages, each with how much waits on it. */
export function SideMenu() {
  const translate = useTranslate();
  const [open] = useSidebarState();
  return (
    <Menu dense sx={{ '& .RaMenuItemLink-root': { py: { md: 0.25 } } }}>
      {openGroups().map(({ text, pages }, i) => (
        <Fragment key={text}>
          {!open && i > 0 && <Divider component="li" aria-hidden sx={{ my: 0.5 }} />}
          {open && i > 0 && <ListSubheader disableSticky role="separator" aria-label={translate(text)} sx={{ lineHeight: 1, pt: 1.5, pb: 0.5, bgcolor: 'transparent' }}>{translate(text)}</ListSubheader>}
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
      <Box component="span" sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}> {translate('layout.menu.waiting')}</Box>
    </Box>
  );
}
