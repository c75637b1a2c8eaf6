import { Box, Button, Card, CardContent, CardHeader, Skeleton, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RaRecord, Title, useGetOne, useTranslate } from 'react-admin';
import { useParams } from 'react-router-dom';
import { openSearch } from '../layout/Keys';
import { Problem } from '../problem';
import { ProblemAlert } from './Problem';
import { SlowLine } from './SlowLine';

/** What the content of a detail page gets. */
export interface Detail<T> {
  record: T;
  /** Shows what a command answered. */
  show: (changed: T) => void;
  reread: () => void;
}

interface Props<T> {
  resource: string;
  title: (record: T) => string;
  /** What to say when there is no such record. */
  none: string;
  children: (detail: Detail<T>) => ReactNode;
}

/** The page of one record, whose id stands in the address. */
export function DetailPage<T extends RaRecord>({ resource, title, none, children }: Props<T>) {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const { data: record, error, isPending, fetchStatus, refetch } = useGetOne<T>(resource, { id }, { retry: false });
  if (isPending && fetchStatus !== 'idle') {
    return (
      <Box aria-busy sx={{ mt: 2 }}>
        <SlowLine active onCancel={() => void queries.cancelQueries({ queryKey: [resource, 'getOne'] })} />
        <Skeleton variant="rounded" height={400} />
      </Box>
    );
  }
  if (!record || isGone(error)) return <Missing error={error} none={none} retry={refetch} />;
  const show = (changed: T) => {
    queries.setQueryData([resource, 'getOne', { id, meta: undefined }], changed);
    void queries.invalidateQueries({ queryKey: [resource, 'getList'] });
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={title(record)} />
      {error && <ProblemAlert error={error} retry={refetch} />}
      {children({ record, show, reread: refetch })}
    </Stack>
  );
}

/** Whether there is no such record, or no longer. */
const isGone = (error: unknown) => error instanceof Problem && error.status === 404;

/** Says why there is no record: there is none, the service refused, or the wait was cancelled. */
function Missing({ error, none, retry }: { error: unknown; none: string; retry: () => void }) {
  const translate = useTranslate();
  const title = <Title title={translate('ui.notFound')} />;
  if (isGone(error)) {
    return (
      <Stack spacing={2} sx={{ mt: 2, alignItems: 'start' }}>
        {title}
        <Typography>{none}</Typography>
        <Button variant="outlined" onClick={openSearch}>{translate('ui.search')}</Button>
      </Stack>
    );
  }
  return (
    <Box sx={{ mt: 2 }}>
      {error ? <ProblemAlert error={error} retry={retry} /> : <Button variant="outlined" onClick={retry}>{translate('ui.errors.tryAgain')}</Button>}
    </Box>
  );
}

/** A card with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" variant="outlined">
      <CardHeader title={title} slotProps={{ title: { component: 'h2', variant: 'h2' } }} sx={{ pb: 0 }} />
      <CardContent>{children}</CardContent>
    </Card>
  );
}

/** Names and values without those of null. The names are texts below the prefix, or common words. */
export function Facts({ prefix, of }: { prefix: string; of: [string, ReactNode][] }) {
  const translate = useTranslate();
  return (
    <Stack component="dl" spacing={1} sx={{ m: 0 }}>
      {of.filter(([, value]) => value !== null && value !== '').map(([name, value]) => (
        <div key={name}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {translate(`${prefix}.${name}`, { _: translate(`ui.words.${name}`) })}
          </Typography>
          <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{value}</Typography>
        </div>
      ))}
    </Stack>
  );
}

/** A row of buttons. */
export function Commands({ children }: { children: ReactNode }) {
  return <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>{children}</Stack>;
}
