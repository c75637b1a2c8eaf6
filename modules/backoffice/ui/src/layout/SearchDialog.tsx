import { Box, Dialog, InputBase, List, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { mayLeave } from '../ui/unsaved';
import { openPages } from './pages';

/** Something that was found. */
interface Hit {
  to: string;
  first: string;
  second: string;
}

/** What is searched: a list of the service, and how a record of it is shown. */
interface Source<T> {
  text: string;
  path: string;
  scope: string;
  hit: (record: T) => Hit;
}

const source = <T,>(of: Source<T>) => of as Source<unknown>;

const sources = [
  source<Schemas['Order']>({
    text: 'orders.title', path: '/v1/admin/orders', scope: 'orders:read',
    hit: (o) => ({ to: `/orders/${o.id}`, first: o.number, second: o.customer.fullName }),
  }),
  source<Schemas['ManagedUser']>({
    text: 'customers.title', path: '/v1/admin/users', scope: 'customers:read',
    hit: (u) => ({ to: `/customers/${u.id}`, first: u.fullName, second: u.email }),
  }),
  source<Schemas['AdminProduct']>({
    text: 'products.title', path: '/v1/admin/products', scope: 'products:read',
    hit: (p) => ({ to: `/products/${p.id}`, first: p.name, second: p.variants.map((v) => v.sku).slice(0, 3).join(', ') }),
  }),
];

/** Searches orders, customers, products and pages at once. Arrows choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isFetching, failed } = useHits(text);
  const hits = groups.flatMap((group) => group.hits);
  const chosen = Math.min(at, hits.length - 1);
  const go = (hit: Hit | undefined) => {
    if (!hit || !mayLeave()) return;
    onClose();
    void navigate(hit.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) setAt((chosen + step + hits.length) % hits.length);
    else if (event.key === 'Enter') go(hits[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': translate('ui.search') } }}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={text}
        onChange={(e) => {
          setText(e.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
        placeholder={translate('layout.search.placeholder')}
        slotProps={{
          input: {
            role: 'combobox', 'aria-label': translate('ui.search'), 'aria-expanded': hits.length > 0, 'aria-controls': list,
            'aria-activedescendant': hits.length > 0 ? `${list}-${chosen}` : undefined, 'aria-autocomplete': 'list', autoComplete: 'off',
          },
        }}
        sx={{ px: 2, py: 1.5, fontSize: '1.1rem' }}
      />
      <List component="div" id={list} role="listbox" aria-label={translate('layout.search.results')} aria-busy={isFetching} disablePadding sx={{ overflow: 'auto', maxHeight: '60vh' }}>
        {groups.map((group) => (
          <Box key={group.text} role="group" aria-label={translate(group.text)} >
            <Typography variant="overline" aria-hidden sx={{ px: 2 }}>{translate(group.text)}</Typography>
            {group.hits.map((hit) => {
              const i = hits.indexOf(hit);
              return (
                <ListItemButton key={hit.to} id={`${list}-${i}`} component="div" role="option" tabIndex={-1} selected={i === chosen} aria-selected={i === chosen} onClick={() => go(hit)}>
                  <ListItemText primary={hit.first} secondary={hit.second} slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }} />
                </ListItemButton>
              );
            })}
          </Box>
        ))}
      </List>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2, py: 1 }}>
        {failed ? translate('layout.search.failed') : isFetching ? translate('layout.search.busy') : translate('layout.search.found', { smart_count: hits.length })}
      </Typography>
    </Dialog>
  );
}

/** What is found for a text, in groups: pages at once, the rest as soon as the text rests. */
function useHits(typed: string) {
  const translate = useTranslate();
  const text = useRested(typed.trim(), 200);
  const isSearch = text.length >= 2;
  const open = sources.filter((s) => may(s.scope));
  const results = useQueries({
    queries: open.map((s) => ({
      queryKey: ['search', s.path, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<{ data: unknown[] }>(s.path + query({ q: text, limit: 5 }), { signal }),
      enabled: isSearch,
      retry: false,
    })),
  });
  const matching = openPages()
    .map((page) => ({ to: page.path, first: translate(page.text), second: '' }))
    .filter((page) => page.first.toLowerCase().includes(typed.trim().toLowerCase()));
  // The pages are there at once, and stay the first: Enter opens what was chosen when it was seen.
  const groups = [
    { text: 'layout.search.pages', hits: matching },
    ...open.map((s, i) => ({ text: s.text, hits: isSearch ? (results[i]?.data?.data ?? []).map(s.hit) : [] })),
  ];
  return {
    groups: groups.filter((group) => group.hits.length > 0),
    isFetching: typed.trim() !== text || results.some((result) => result.isFetching),
    failed: isSearch && results.some((result) => result.isError),
  };
}

/** A value once it has rested for a while. */
function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
