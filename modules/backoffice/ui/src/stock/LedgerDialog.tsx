import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Pagination, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';
import { Time } from '../ui/Time';
import { useActorName } from './useActorName';
import type { Stock } from './StockList';

type Movement = Schemas['StockMovement'];

const columns = ['when', 'why', 'onHand', 'reserved', 'order', 'actor'];

/** The movements of a variant, the newest first. */
export function LedgerDialog({ stock, onClose }: { stock: Stock; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger', stock.variantId, page],
    queryFn: ({ signal }) => call<Schemas['StockMovementList']>(`/v1/admin/stock/${stock.variantId}/ledger` + query({ page, limit: 50 }), { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="lg">
      <DialogTitle id={title}>{translate('stock.ledgerOf', { sku: stock.sku })}</DialogTitle>
      <DialogContent tabIndex={0}>
        {error && <ProblemAlert error={error} retry={refetch} />}
        <Movements rows={data?.data ?? []} />
      </DialogContent>
      <DialogActions>
        {data && data.meta.totalPages > 1 && <Pagination count={data.meta.totalPages} page={page} onChange={(_, chosen) => setPage(chosen)} />}
        <Button onClick={onClose}>{translate('ui.command.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Movements({ rows }: { rows: Movement[] }) {
  const translate = useTranslate();
  const actorName = useActorName(rows.map((m) => m.actor));
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {columns.map((column) => <TableCell key={column}>{translate(column === 'actor' ? 'stock.movements.actor' : `stock.movements.${column}`)}</TableCell>)}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((m) => (
          <TableRow key={m.id}>
            <TableCell><Time at={m.occurredAt} /></TableCell>
            <TableCell>{translate(`stock.reasons.${m.reason}`, { _: m.reason })}{m.note && `: ${m.note}`}</TableCell>
            <TableCell>{signed(m.onHandDelta)} → {m.onHand}</TableCell>
            <TableCell>{signed(m.reservedDelta)} → {m.reserved}</TableCell>
            <TableCell>{m.orderId && <OrderLink id={m.orderId} number={m.orderNumber} />}</TableCell>
            <TableCell>{actorName(m)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function OrderLink({ id, number }: { id: string; number: string | null }) {
  const translate = useTranslate();
  const text = number ?? translate('ui.words.toOrder');
  return may('orders:read') ? <Link to={`/orders/${id}`}>{text}</Link> : <>{text}</>;
}

const signed = (n: number) => (n > 0 ? `+${n}` : String(n));
