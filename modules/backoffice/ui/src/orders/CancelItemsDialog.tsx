import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useRefused } from '../ui/useRefused';
import type { OrderDialogProps } from './OrderCommands';
import { leftOf } from './parcel';
import { UnitFields, useUnits } from './UnitFields';

/** Asks which units that were not shipped are taken off an order, and why. */
export function CancelItemsDialog({ order, ...on }: OrderDialogProps) {
  const translate = useTranslate();
  const { onError, shown } = useRefused();
  const [reason, setReason] = useState('');
  const left = leftOf(order);
  const chosen = useUnits(left);
  const { items, units } = chosen;
  const isWhole = left.every(({ item, quantity }) => units[item.id] === quantity) && left.length === order.items.length;
  return (
    <CommandDialog<Schemas['AdminOrder']>
      {...on}
      path={`/v1/admin/orders/${order.id}/cancel-items`}
      body={{ items, reason }}
      title={translate('orders.cancelItems.title', { number: order.number })}
      submit={translate('orders.cancelItems.button')}
      danger
      disabled={items.length === 0 || !reason}
      done={() => translate('orders.cancelItems.done', { number: order.number })}
      onError={onError}
      placed={['reason', ...chosen.placed]}
    >
      <Typography>{translate('orders.cancelItems.text')}</Typography>
      <UnitFields lines={left} of={chosen} shown={shown} help={({ item, quantity }) => translate('orders.ship.left', { left: quantity, all: item.quantity })} />
      {isWhole && <Typography role="status">{translate('orders.cancelItems.whole')}</Typography>}
      <TextField {...shown('reason')} label={translate('ui.command.why')} value={reason} onChange={(e) => setReason(e.target.value)} required />
    </CommandDialog>
  );
}
