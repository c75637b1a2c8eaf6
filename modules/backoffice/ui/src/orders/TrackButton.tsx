import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { FormDialog } from '../ui/FormDialog';
import { timelineKey } from './OrderTimeline';

type Order = Schemas['AdminOrder'];

/** What a carrier may say of a shipment. */
const statuses: Schemas['TrackingStatus'][] = [
  'label_created', 'picked_up', 'in_transit', 'out_for_delivery', 'attempted', 'delayed', 'delivered', 'exception', 'return_to_sender',
];

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
      <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('order.track.button')}</Button>
      {open && (
        <FormDialog<Order>
          path={`/v1/admin/orders/${order.id}/tracking`}
          title={translate('order.track.title', { name })}
          submit={translate('order.track.submit')}
          fields={[
            {
              name: 'status', label: translate('order.track.status'), kind: 'choice', required: true, help: translate('order.track.statusHelp'),
              options: statuses.map((value) => ({ value, label: translate(`trackings.${value}`) })),
            },
            { name: 'location', label: translate('order.track.location') },
            { name: 'description', label: translate('order.track.description'), kind: 'long' },
            { name: 'occurredAt', label: translate('order.track.occurredAt'), kind: 'time', help: translate('order.track.occurredAtHelp') },
          ]}
          also={{ shipmentId: shipment.id }}
          omitEmpty
          done={() => translate('order.track.done')}
          onDone={done}
          onRefused={onRefused}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
