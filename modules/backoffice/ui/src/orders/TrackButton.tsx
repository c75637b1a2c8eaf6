import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { trackingStatusValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { FormDialog } from '../ui/FormDialog';
import { timelineKey } from './OrderTimeline';

type Order = Schemas['AdminOrder'];

interface Props {
  order: Order;
  shipment: Schemas['Shipment'];
  /** What it is called. */
  name: string;
  onDone: (changed: Order) => void;
  onRefused: () => void;
}

/** Adds what the carrier says of a shipment to the timeline of its order. */
export function TrackButton({ order, shipment, name, onDone, onRefused }: Props) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const done = (changed: Order) => {
    onDone(changed);
    void queries.invalidateQueries({ queryKey: timelineKey(order.id) });
  };
  return (
    <>
      <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('orders.track.button')}</Button>
      {open && (
        <FormDialog<Order>
          path={`/v1/admin/orders/${order.id}/tracking`}
          title={translate('orders.track.title', { name })}
          submit={translate('orders.track.submit')}
          fields={[
            {
              name: 'status', label: translate('orders.track.status'), kind: 'choice', required: true, help: translate('orders.track.statusHelp'),
              options: trackingStatusValues.map((value) => ({ value, label: translate(`orders.trackings.${value}`) })),
            },
            { name: 'location', label: translate('orders.track.location') },
            { name: 'description', label: translate('orders.track.description'), kind: 'long' },
            { name: 'occurredAt', label: translate('orders.track.occurredAt'), kind: 'time', help: translate('orders.track.occurredAtHelp') },
          ]}
          also={{ shipmentId: shipment.id }}
          omitEmpty
          done={() => translate('orders.track.done')}
          onDone={done}
          onRefused={onRefused}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
