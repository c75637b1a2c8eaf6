import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';

type Color = 'default' | 'success' | 'warning' | 'error' | 'info';

/** What each state looks like. A state says what it is in words, too. */
const colors: Record<string, Color> = {
  awaiting_payment: 'warning', placed: 'info', processing: 'info', partially_shipped: 'info', shipped: 'info',
  out_for_delivery: 'info', delivered: 'success', returned: 'default', cancelled: 'default',
  pending: 'warning', paid: 'success', failed: 'error', refunded: 'default', partially_refunded: 'default',
  requested: 'warning', approved: 'success', rejected: 'error', received: 'success',
  asked: 'info', answered: 'warning', withdrawn: 'default',
  valid: 'success', invalid: 'error',
  matched: 'info', contested: 'default', settled: 'success', overdue: 'error',
  queued: 'info', sent: 'success', dead: 'error', active: 'success', failing: 'warning', disabled: 'error',
  open: 'warning', booked: 'success', ignored: 'default',
  draft: 'default', published: 'success', archived: 'default', hidden: 'default', visible: 'success',
};

/** A state as a label. kind is the prefix of its texts. */
export function Status({ kind, value }: { kind: string; value: string }) {
  const translate = useTranslate();
  return (
    <Chip size="small" variant="outlined" color={colors[value] ?? 'default'} label={translate(`${kind}.${value}`, { _: value })} />
  );
}
