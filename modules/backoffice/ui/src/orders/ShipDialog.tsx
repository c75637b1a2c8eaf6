import { Autocomplete, Button, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useRefused } from '../ui/useRefused';
import type { OrderDialogProps } from './OrderCommands';
import { leftOf } from './parcel';
import { isPickup } from './pickup';
import { UnitFields, useUnits } from './UnitFields';

type Order = Schemas['AdminOrder'];

/** Where carriers show a shipment, by its number. */
const links: Record<string, (number: string) => string> = {
  DHL: (n) => `https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=${n}`,
  DPD: (n) => `https://tracking.dpd.de/status/de_DE/parcel/${n}`,
  GLS: (n) => `https://gls-group.com/DE/de/paketverfolgung?match=${n}`,
  Hermes: (n) => `https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#${n}`,
  UPS: (n) => `https://www.ups.com/track?tracknum=${n}`,
};

/** Asks what is shipped, by whom and under which number, or what is ready for the buyer who collects it. */
export function ShipDialog({ order, ...on }: OrderDialogProps) {
  const translate = useTranslate();
  const { onError, shown } = useRefused();
  const parcel = leftOf(order);
  const chosen = useUnits(parcel, true);
  const { items, units } = chosen;
  const collected = isPickup(order);
  const text = collected ? 'orders.ready' : 'orders.ship';
  const [carrier, setCarrier] = useState(collected ? '' : 'DHL');
  const [number, setNumber] = useState('');
  const [ownLink, setOwnLink] = useState<string | null>(null);
  const link = ownLink ?? (number ? (links[carrier]?.(encodeURIComponent(number)) ?? '') : '');
  const remaining = parcel.filter(({ item, quantity }) => (units[item.id] ?? 0) < quantity).length;
  return (
    <CommandDialog<Order>
      {...on}
      path={`/v1/admin/orders/${order.id}/ship`}
      body={{ carrier: carrier.trim() || null, trackingNumber: number || null, trackingUrl: link || null, items }}
      title={translate(`${text}.title`, { number: order.number })}
      submit={translate(`${text}.button`)}
      disabled={items.length === 0}
      done={() => translate(`${text}.done`, { number: order.number })}
      onError={onError}
      placed={['carrier', 'trackingNumber', 'trackingUrl', ...chosen.placed]}
    >
      <Stack direction="row" spacing={1}>
        <Button size="small" onClick={() => chosen.setAll()}>{translate('orders.ship.all')}</Button>
        <Button size="small" onClick={() => chosen.setUnits({})}>{translate('orders.ship.none')}</Button>
      </Stack>
      <UnitFields lines={parcel} of={chosen} shown={shown} help={({ item, quantity }) => translate('orders.ship.left', { left: quantity, all: item.quantity })} />
      {!collected && (
        <>
          <Autocomplete
            freeSolo
            options={Object.keys(links)}
            inputValue={carrier}
            onInputChange={(_, value) => setCarrier(value)}
            renderInput={(params) => <TextField {...params} {...shown('carrier')} label={translate('orders.ship.carrier')} />}
          />
          <TextField {...shown('trackingNumber', translate('orders.ship.trackingHelp'))} label={translate('orders.ship.tracking')} value={number} onChange={(e) => setNumber(e.target.value.trim())} />
          <TextField {...shown('trackingUrl')} label={translate('orders.ship.link')} value={link} onChange={(e) => setOwnLink(e.target.value)} type="url" />
        </>
      )}
      <Typography role="status">
        {remaining > 0 ? translate(`${text}.remain`, { lines: remaining, all: parcel.length }) : translate('orders.ship.remainNone')}
      </Typography>
    </CommandDialog>
  );
}
