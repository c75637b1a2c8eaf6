import { Button, Checkbox, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { shipmentOutcomeValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';

type Order = Schemas['AdminOrder'];

interface Props {
  order: Order;
  /** The shipment, and what it is called. */
  shipmentId: string;
  name: string;
  onDone: (changed: Order) => void;
  onRefused: () => void;
}

/** Notes that a shipment did not arrive: it came back, or is lost. */
export function UndeliveredButton({ order, shipmentId, name, ...on }: Props) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Schemas['ShipmentOutcome']>('returned');
  const [restock, setRestock] = useState(true);
  return (
    <>
      <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('orders.undelivered.button')}</Button>
      {open && (
        <CommandDialog<Order>
          {...on}
          path={`/v1/admin/orders/${order.id}/undelivered`}
          body={{ shipmentId, outcome, ...(outcome === 'returned' && { restock }) }}
          title={translate('orders.undelivered.title', { name })}
          submit={translate('orders.undelivered.submit')}
          done={() => translate('orders.undelivered.done', { name })}
          onClose={() => setOpen(false)}
        >
          <Typography>{translate('orders.undelivered.text')}</Typography>
          <RadioGroup value={outcome} onChange={(_, chosen) => setOutcome(chosen as typeof outcome)} aria-label={translate('orders.undelivered.title', { name })}>
            {shipmentOutcomeValues.map((value) => (
              <FormControlLabel
                key={value} value={value} control={<Radio />} label={translate(`orders.undelivered.outcomes.${value}`)}
              />
            ))}
          </RadioGroup>
          {outcome === 'returned' && (
            <FormControlLabel label={translate('orders.undelivered.restock')} control={<Checkbox checked={restock} onChange={(e) => setRestock(e.target.checked)} />} />
          )}
        </CommandDialog>
      )}
    </>
  );
}
