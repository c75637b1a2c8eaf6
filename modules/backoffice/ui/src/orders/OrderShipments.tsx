import { Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { Part } from '../ui/DetailPage';

/** What was shipped of an order, and what was refunded. */
export function OrderShipments({ order }: { order: Schemas['AdminOrder'] }) {
  const translate = useTranslate();
  const name = (id: string) => order.items.find((item) => item.id === id)?.name ?? id;
  return (
    <Stack spacing={2}>
      <Part title={translate('orders.shipments')}>
        {order.shipments.length === 0 && translate('orders.noShipments')}
        <Stack spacing={2}>
          {order.shipments.map((shipment) => (
            <div key={shipment.id}>
              <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
                <strong>{shipment.carrier}</strong>
                {shipment.trackingUrl
                  ? <Link href={shipment.trackingUrl} target="_blank" rel="noreferrer">{shipment.trackingNumber}</Link>
                  : <span>{shipment.trackingNumber}</span>}
                <Status kind="trackings" value={shipment.trackingStatus} />
                <Time at={shipment.deliveredAt ?? shipment.shippedAt} />
              </Stack>
              <Typography variant="body2">
                {shipment.items.map((item) => `${item.quantity} × ${name(item.orderItemId)}`).join(', ')}
              </Typography>
            </div>
          ))}
        </Stack>
      </Part>
      {order.refunds.length > 0 && (
        <Part title={translate('orders.refunds')}>
          {order.refunds.map((refund) => (
            <Stack key={refund.id} direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
              <Money of={refund.amount} />
              <Status kind="refunds" value={refund.status} />
              <Time at={refund.createdAt} />
              <span>{refund.reason}</span>
            </Stack>
          ))}
        </Part>
      )}
    </Stack>
  );
}
