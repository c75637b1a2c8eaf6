import { FormControlLabel, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import type { OrderDialogProps } from '../orders/OrderCommands';
import { UnitFields, useUnits } from '../orders/UnitFields';
import type { Schemas } from '../types';
import { parseNumber } from '../ui/amount';
import { CommandDialog } from '../ui/CommandDialog';
import { useEuros } from '../ui/Money';
import { useRefused } from '../ui/useRefused';

type Order = Schemas['AdminOrder'];

/** The sum of the refunds of an order with the status. */
const refundsOf = (order: Order, status: string) =>
  order.refunds.filter((r) => r.status === status).reduce((sum, r) => sum + Math.round(r.amount * 100), 0) / 100;

/** What a field of an amount sends: none for an empty one, and what the service refuses as typed. */
function amountOf(typed: string, locale: string): number | string | undefined {
  const value = parseNumber(typed, locale);
  return value === null ? undefined : Number.isNaN(value) ? typed : value;
}

/** Asks what to refund and why: all that is left, or units, a part of the shipping, goodwill. */
export function RefundDialog({ order, ...on }: OrderDialogProps) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const euros = useEuros();
  const { onError, shown } = useRefused();
  const [isWhole, setWhole] = useState(true);
  const lines = order.items.map((item) => ({ item, quantity: item.refundableQuantity })).filter((line) => line.quantity > 0);
  const chosen = useUnits(lines);
  const { items } = chosen;
  const [shipping, setShipping] = useState('');
  const [goodwill, setGoodwill] = useState('');
  const [reason, setReason] = useState('');
  const { refundable, refundableShipping, method } = order.payment;
  const [pending, refunded] = [refundsOf(order, 'pending'), refundsOf(order, 'succeeded')];
  const parts = { ...(items.length > 0 && { items }), shipping: amountOf(shipping, locale), amount: amountOf(goodwill, locale) };
  const isEmpty = !isWhole && Object.values(parts).every((part) => part === undefined);
  return (
    <CommandDialog<Order>
      {...on}
      path={`/v1/admin/orders/${order.id}/refund`}
      body={isWhole ? { reason } : { ...parts, reason }}
      title={translate('refunds.dialog.title', { number: order.number })}
      submit={translate('refunds.dialog.button')}
      danger
      disabled={isEmpty || !reason}
      done={() => translate('refunds.dialog.done', { number: order.number })}
      onError={onError}
      placed={['reason', ...(isWhole ? [] : ['shipping', 'amount', ...chosen.placed])]}
    >
      <Typography>
        {translate('refunds.dialog.text', { paid: euros(order.payment.received), refunded: euros(refunded), left: euros(refundable) })}
        {pending > 0 && ` ${translate('refunds.dialog.pending', { pending: euros(pending) })}`}
      </Typography>
      <Typography>{translate(method === 'card' ? 'refunds.dialog.byProvider' : 'refunds.dialog.byHand')}</Typography>
      <RadioGroup value={isWhole ? 'all' : 'parts'} onChange={(_, chosen) => setWhole(chosen === 'all')} aria-label={translate('refunds.dialog.button')}>
        <FormControlLabel value="all" control={<Radio />} label={translate('refunds.dialog.all', { left: euros(refundable) })} />
        <FormControlLabel value="parts" control={<Radio />} label={translate('refunds.dialog.parts')} />
      </RadioGroup>
      {!isWhole && (
        <Stack spacing={2} role="group" aria-label={translate('refunds.dialog.parts')}>
          <Typography variant="body2">{translate('refunds.dialog.items')}</Typography>
          <UnitFields lines={lines} of={chosen} shown={shown} help={({ quantity }) => translate('refunds.dialog.ordered', { quantity })} />
          {refundableShipping > 0 && (
            <TextField
              {...shown('shipping', translate('refunds.dialog.shippingLeft', { left: euros(refundableShipping) }))}
              label={translate('refunds.dialog.shipping')}
              value={shipping}
              onChange={(e) => setShipping(e.target.value)}
              slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            />
          )}
          <TextField
            {...shown('amount', translate('refunds.dialog.goodwillHelp'))}
            label={translate('refunds.dialog.goodwill')}
            value={goodwill}
            onChange={(e) => setGoodwill(e.target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        </Stack>
      )}
      <TextField {...shown('reason')} label={translate('ui.command.why')} value={reason} onChange={(e) => setReason(e.target.value)} required autoFocus />
    </CommandDialog>
  );
}
