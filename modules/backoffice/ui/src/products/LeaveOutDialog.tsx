import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';
import type { DraftVariant } from './draft';

interface Props {
  /** The stored variants that would be left out. */
  variants: DraftVariant[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before variants are left out, and says how much of each is there and reserved. */
export function LeaveOutDialog({ variants, onConfirm, onClose }: Props) {
  const translate = useTranslate();
  const title = useId();
  const count = { smart_count: variants.length };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{translate('products.editor.leaveOut.title', count)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{translate('products.editor.leaveOut.text', count)}</Typography>
        <Stocks variants={variants} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>{translate('ui.command.cancel')}</Button>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {translate('products.editor.leaveOut.button')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Stocks({ variants }: { variants: DraftVariant[] }) {
  const translate = useTranslate();
  const ids = variants.map((v) => v.id).slice(0, 100);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['stock', 'of', ids],
    queryFn: ({ signal }) => call<{ data: Schemas['Stock'][] }>('/v1/admin/stock' + query({ ids: ids.join(','), limit: 100 }), { signal }),
    enabled: may('stock:read'),
    retry: false,
    gcTime: 0,
  });
  const stockOf = (v: DraftVariant) => data?.data.find((s) => s.variantId === v.id);
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (isLoading) return <Skeleton variant="rounded" height={100} />;
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{translate('products.variants')}</TableCell>
          <TableCell align="right">{translate('ui.words.onHand')}</TableCell>
          <TableCell align="right">{translate('ui.words.reserved')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {variants.map((v) => (
          <TableRow key={v.id}>
            <TableCell>{[...Object.values(v.options), v.sku].join(' · ')}</TableCell>
            <TableCell align="right">{stockOf(v)?.onHand ?? '–'}</TableCell>
            <TableCell align="right">{stockOf(v)?.reserved ?? '–'}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
