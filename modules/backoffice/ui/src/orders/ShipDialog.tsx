import { Autocomplete, Button, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useRefused } from '../ui/useRefused';
import type { OrderDialogProps } from './OrderCommands';
import { leftOf } from './parcel';

type Order = Schemas['AdminOrder'];

/** Where carriers show a shipment, by its number. */
const links: Record<string, (number: string) => string> = {
  DHL: (n) => `https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=${n}`,
  DPD: (n) => `https://tracking.dpd.de/status/de_DE/parcel/${n}`,
  GLS: (n) => `https://gls-group.com/DE/de/paketverfolgung?match=${n}`,
  Hermes: (n) => `https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#${n}`,
  UPS: (n) => `https://www.ups.com/track?tracknum=${n}`,
};

/** Asks what is shipped, by whom and under which number. */
export function ShipDialog({ order, ...on }: OrderDialogProps) {
  const translate = useTranslate();
  const { onError, shown } = useRefused();
  const parcel = leftOf(order);
  const left = new Map(parcel.map((p) => [p.item.id, p.quantity]));
  const lines = parcel.map((p) => p.item);
  const [quantities, setQuantities] = useState(() => new Map(left));
  const [carrier, setCarrier] = useState('DHL');
  const [number, setNumber] = useState('');
  const [ownLink, setOwnLink] = useState<string | null>(null);
  const link = ownLink ?? (number ? (links[carrier]?.(encodeURIComponent(number)) ?? '') : '');
  const items = lines.map((l) => ({ orderItemId: l.id, quantity: quantities.get(l.id) ?? 0 })).filter((i) => i.quantity > 0);
  const remaining = lines.filter((l) => (quantities.get(l.id) ?? 0) < (left.get(l.id) ?? 0)).length;
  const setAll = (of: (id: string) => number) => setQuantities(new Map(lines.map((l) => [l.id, of(l.id)])));
  return (
    <CommandDialog<Order>
      {...on}
      path={`/v1/admin/orders/${order.id}/ship`}
      body={{ carrier, trackingNumber: number, trackingUrl: link || null, items }}
      title={translate('orders.ship.title', { number: order.number })}
      submit={translate('orders.ship.button')}
      disabled={items.length === 0 || !carrier || !number}
      done={() => translate('orders.ship.done', { number: order.number })}
      onError={onError}
      placed={['carrier', 'trackingNumber', 'trackingUrl', ...items.map((_, i) => `items/${i}`)]}
    >
      <Stack direction="row" spacing={1}>
        <Button size="small" onClick={() => setAll((id) => left.get(id) ?? 0)}>{translate('orders.ship.all')}</Button>
        <Button size="small" onClick={() => setAll(() => 0)}>{translate('orders.ship.none')}</Button>
      </Stack>
      {lines.map((line) => {
        const most = left.get(line.id) ?? 0;
        return (
          <TextField
            key={line.id}
            type="number"
            size="small"
            label={`${line.name} (${line.sku})`}
            {...shown(`items/${items.findIndex((i) => i.orderItemId === line.id)}`, translate('orders.ship.left', { left: most, all: line.quantity }))}
            value={quantities.get(line.id) ?? 0}
            onChange={(e) => setQuantities(new Map(quantities).set(line.id, Math.max(0, Math.min(most, Math.trunc(Number(e.target.value))))))}
            slotProps={{ htmlInput: { min: 0, max: most } }}
          />
        );
      })}
      <Autocomplete
        freeSolo
        options={Object.keys(links)}
        inputValue={carrier}
        onInputChange={(_, value) => setCarrier(value)}
        renderInput={(params) => <TextField {...params} {...shown('carrier')} label={translate('orders.ship.carrier')} required />}
      />
      <TextField {...shown('trackingNumber')} label={translate('orders.ship.tracking')} value={number} onChange={(e) => setNumber(e.target.value.trim())} required />
      <TextField {...shown('trackingUrl')} label={translate('orders.ship.link')} value={link} onChange={(e) => setOwnLink(e.target.value)} type="url" />
      <Typography role="status">
        {remaining > 0 ? translate('orders.ship.remain', { lines: remaining, all: lines.length }) : translate('orders.ship.remainNone')}
      </Typography>
    </CommandDialog>
  );
}
