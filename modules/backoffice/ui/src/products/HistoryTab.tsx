import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import { useActorName } from '../stock/useActorName';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';
import { Time } from '../ui/Time';

/** The latest events of a product, and whose they are. */
export function HistoryTab({ id }: { id: string }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['events', 'of', id],
    queryFn: ({ signal }) => call<{ data: Schemas['Event'][] }>('/v1/admin/events' + query({ key: id, limit: 50 }), { signal }),
    retry: false,
  });
  const rows = data?.data ?? [];
  const actorName = useActorName(rows.map((e) => e.actor));
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (data && rows.length === 0) return <Typography>{translate('products.editor.noHistory')}</Typography>;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={translate('products.editor.tabs.history')}>
      <Table size="small">
        <TableHead>
          <TableRow>{['when', 'what', 'who'].map((column) => <TableCell key={column}>{translate(`products.editor.${column}`)}</TableCell>)}</TableRow>
        </TableHead>
        <TableBody>
          {rows.map((e) => (
            <TableRow key={e.id}>
              <TableCell><Time at={e.occurredAt} /></TableCell>
              <TableCell>{e.name}</TableCell>
              <TableCell>{actorName({ actor: e.actor, orderId: null })}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
