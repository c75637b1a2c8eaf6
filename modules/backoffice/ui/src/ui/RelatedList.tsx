import { Box, Button, Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import type { Schemas } from '../types';
import type { Column } from './ListPage';
import { ProblemAlert } from './Problem';

interface Props<T> {
  /** Where the list is read: /v1/admin/mails. */
  path: string;
  filter?: Record<string, unknown>;
  columns: Column<T>[];
  keyOf: (record: T) => string;
  empty: string;
  perPage?: number;
  /** Whether the rows have an order of their own: by default the newest come first. */
  ordered?: boolean;
  /** What stands below the rows. */
  children?: ReactNode;
}

/** The query key of a list that a page shows beside its record. */
export const relatedKey = (path: string) => ['related', path];

/** A list that belongs to the record of a page, a few rows at a time. */
export function RelatedList<T>({ path, filter, columns, keyOf, empty, perPage = 5, ordered = false, children }: Props<T>) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...relatedKey(path), filter, page, perPage],
    queryFn: ({ signal }) => call<{ data: T[]; meta: Pick<Schemas['Meta'], 'total' | 'totalPages'> }>(path + query({ ...filter, page, limit: perPage }), { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isPending) return <Skeleton variant="rounded" height={80} />;
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (data.meta.total === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <Box aria-busy={isFetching} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <Rows rows={data.data} columns={columns} keyOf={keyOf} />
      <Pages texts={ordered ? ['previous', 'next'] : ['later', 'earlier']} page={page} last={data.meta.totalPages} onChange={setPage} />
      {children}
    </Box>
  );
}

/** Rows below the names of their columns. What is wider than its place is scrolled, by keys too. */
export function Rows<T>({ rows, columns, keyOf }: { rows: T[]; columns: Column<T>[]; keyOf: (record: T) => string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const measure = () => setWider((frame.current?.scrollWidth ?? 0) > (frame.current?.clientWidth ?? 0));
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    observer.observe(frame.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return (
    <Box ref={frame} tabIndex={isWider ? 0 : undefined} sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>{columns.map((c) => <TableCell key={c.name} align={c.align}>{c.label}</TableCell>)}</TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map((c) => <TableCell key={c.name} align={c.align} sx={{ overflowWrap: 'anywhere' }}>{c.show(row)}</TableCell>)}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Pages({ texts, page, last, onChange }: { texts: [string, string]; page: number; last: number; onChange: (page: number) => void }) {
  const translate = useTranslate();
  if (last <= 1) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
      <Button size="small" disabled={page === 1} onClick={() => onChange(page - 1)}>{translate(`ui.list.${texts[0]}`)}</Button>
      <Button size="small" disabled={page >= last} onClick={() => onChange(page + 1)}>{translate(`ui.list.${texts[1]}`)}</Button>
    </Box>
  );
}
