import { Button, Checkbox, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
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
  const [outcome, setOutcome] = useState('returned');
  const [restock, setRestock] = useState(true);
  return (
    <>
      <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('undelivered.button')}</Button>
      {open && (
        <CommandDialog<Order>
          {...on}
          path={`/v1/admin/orders/${order.id}/undelivered`}
          body={{ shipmentId, outcome, ...(outcome === 'returned' && { restock }) }}
          title={translate('undelivered.title', { name })}
          submit={translate('undelivered.submit')}
          done={() => translate('undelivered.done', { name })}
          onClose={() => setOpen(false)}
        >
          <Typography>{translate('undelivered.text')}</Typography>
          <RadioGroup value={outcome} onChange={(_, chosen) => setOutcome(chosen)} aria-label={translate('undelivered.title', { name })}>
            <FormControlLabel value="returned" control={<Radio />} label={translate('undelivered.outcomes.returned')} />
            <FormControlLabel value="lost" control={<Radio />} label={translate('undelivered.outcomes.lost')} />
          </RadioGroup>
          {outcome === 'returned' && (
            <FormControlLabel label={translate('undelivered.restock')} control={<Checkbox checked={restock} onChange={(e) => setRestock(e.target.checked)} />} />
          )}
        </CommandDialog>
      )}
    </>
  );
}
