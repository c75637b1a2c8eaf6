import { Alert, Button, LinearProgress, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';

const queryKey = ['media', 'fetches'];
const path = '/v1/admin/media/fetches';
/** How many failed pictures are listed. */
const most = 100;
/** How often the page looks while pictures are fetched, and otherwise, in ms. */
const [soon, later] = [3000, 30_000];

/** How far the pictures of imports are fetched, and which could not be; nothing while there are none. */
export function Fetches() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<Schemas['MediaFetchList']>(`${path}?status=failed&limit=${most}`, { signal }),
    retry: false,
    refetchInterval: (query) => (query.state.data?.meta.queued ? soon : later),
  });
  const retry = useMutation({
    mutationFn: () => call(`${path}/retry`, { method: 'POST' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (!data) return null;
  const { queued, fetched, failed } = data.meta;
  const all = queued + fetched + failed;
  if (all === 0) return null;
  return (
    <Part title={translate('import.fetches.title')}>
      <Typography role="status">{translate('import.fetches.counts', { fetched, queued, failed })}</Typography>
      {queued > 0 && (
        <LinearProgress
          variant="determinate"
          value={(100 * (all - queued)) / all}
          aria-label={translate('import.fetches.title')}
          sx={{ my: 1 }}
        />
      )}
      {retry.error && <ProblemAlert error={retry.error} />}
      {failed > 0 && (
        <>
          <Alert severity="warning" sx={{ my: 1 }}>{translate('import.fetches.failed')}</Alert>
          <Button variant="outlined" disabled={retry.isPending} onClick={() => retry.mutate()}>{translate('import.fetches.retry')}</Button>
          {failed > most && <Typography sx={{ mt: 1 }}>{translate('import.fetches.first', { most })}</Typography>}
          <TableContainer tabIndex={0} role="region" aria-label={translate('import.fetches.list')} sx={{ maxHeight: 320, mt: 1 }}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>{['address', 'reason'].map((name) => <TableCell key={name}>{translate(`import.fetches.${name}`)}</TableCell>)}</TableRow>
              </TableHead>
              <TableBody>
                {data.data.map((f) => (
                  <TableRow key={f.id}>
                    <TableCell sx={{ overflowWrap: 'anywhere' }}>{f.url}</TableCell>
                    <TableCell>{translate(`import.fetches.errors.${f.error}`, { _: f.error, status: f.statusCode })}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        </>
      )}
    </Part>
  );
}
