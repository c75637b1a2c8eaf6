import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useRedirect, useTranslate } from 'react-admin';
import type { OrderDialogProps } from '../orders/OrderCommands';
import { arrivedOf } from '../orders/parcel';
import { UnitFields, useUnits } from '../orders/UnitFields';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useRefused } from '../ui/useRefused';

/** Asks what a customer wants to send back who called: the return is approved at once. */
export function OpenReturnDialog({ order, onRefused, onClose }: OrderDialogProps) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const { onError, shown } = useRefused();
  const [reason, setReason] = useState('');
  const possible = arrivedOf(order);
  const chosen = useUnits(possible);
  const { items } = chosen;
  return (
    <CommandDialog<Schemas['Return']>
      path={`/v1/admin/orders/${order.id}/returns`}
      body={{ items, reason }}
      title={translate('returns.open.title', { number: order.number })}
      submit={translate('returns.open.button')}
      disabled={items.length === 0 || !reason}
      done={() => translate('returns.open.done')}
      onDone={(made) => redirect(`/returns/${made.id}`)}
      onError={onError}
      onRefused={onRefused}
      onClose={onClose}
      placed={['reason', ...chosen.placed]}
    >
      <Typography>{translate('returns.open.text')}</Typography>
      <UnitFields lines={possible} of={chosen} shown={shown} help={({ quantity }) => translate('returns.ordered', { quantity })} />
      <TextField {...shown('reason')} label={translate('ui.command.why')} value={reason} onChange={(e) => setReason(e.target.value)} required />
    </CommandDialog>
  );
}
