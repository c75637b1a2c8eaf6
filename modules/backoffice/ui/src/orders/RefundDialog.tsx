import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { amountText, parseNumber } from '../ui/amount';
import { CommandDialog } from '../ui/CommandDialog';
import { useEuros } from '../ui/Money';
import { useRefused } from '../ui/useRefused';
import type { OrderDialogProps } from './OrderCommands';

type Order = Schemas['AdminOrder'];

/** The sum of the refunds of an order with the status. */
const refundsOf = (order: Order, status: string) =>
  order.refunds.filter((r) => r.status === status).reduce((sum, r) => sum + Math.round(r.amount * 100), 0) / 100;

/** Asks how much to refund, and why. */
export function RefundDialog({ order, ...on }: OrderDialogProps) {
  const translate = useTranslate();
  const euros = useEuros();
  const { onError, refused, shown } = useRefused();
  const left = order.payment.refundable;
  const pending = refundsOf(order, 'pending');
  const refunded = refundsOf(order, 'succeeded');
  const [locale] = useLocaleState();
  const [amount, setAmount] = useState(() => amountText(left, locale));
  const [reason, setReason] = useState('');
  const value = parseNumber(amount, locale) ?? 0;
  const isValid = value > 0 && value <= left;
  return (
    <CommandDialog<Order>
      {...on}
      path={`/v1/admin/orders/${order.id}/refund`}
      body={{ amount: value, reason }}
      title={translate('orders.refund.title', { number: order.number })}
      submit={translate('orders.refund.button')}
      danger
      disabled={!isValid || !reason}
      done={() => translate('orders.refund.done', { amount: euros(value) })}
      onError={onError}
      placed={['amount', 'reason']}
    >
      <Typography>
        {translate('orders.refund.text', { paid: euros(left + pending + refunded), refunded: euros(refunded), left: euros(left) })}
        {pending > 0 && ` ${translate('order.pendingRefunds', { pending: euros(pending) })}`}
      </Typography>
      {order.payment.method === 'card' && <Typography>{translate('orders.refund.pending')}</Typography>}
      <TextField
        label={translate('orders.refund.amount')}
        value={amount}
        onChange={(e) => setAmount(e.target.value)}
        error={!isValid || refused('amount') !== undefined}
        helperText={isValid ? refused('amount') : translate('fields.out_of_range')}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        autoFocus
      />
      <TextField {...shown('reason')} label={translate('command.why')} value={reason} onChange={(e) => setReason(e.target.value)} required />
    </CommandDialog>
  );
}
