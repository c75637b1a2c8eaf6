import { Button, Link as Anchor, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { RefundCommands } from '../refunds/RefundCommands';
import { RefundNote } from '../refunds/RefundNote';
import { contentOf, leftOf } from './parcel';
import { isPickup } from './pickup';
import { TrackButton } from './TrackButton';
import { UndeliveredButton } from './UndeliveredButton';
import { useShipmentName } from './useShipmentName';

type Order = Schemas['AdminOrder'];

/** What was shipped of an order, and what was refunded. */
export function OrderShipments(detail: Detail<Order>) {
  const translate = useTranslate();
  const { record: order } = detail;
  return (
    <Stack spacing={2}>
      <Part title={translate('orders.shipments')}>
        <Stack spacing={2} sx={{ alignItems: 'start' }}>
          {order.shipments.length === 0 && <Typography color="textSecondary">{translate(isPickup(order) ? 'orders.notReady' : 'orders.noShipments')}</Typography>}
          {order.shipments.map((shipment) => <OneShipment key={shipment.id} {...detail} shipment={shipment} />)}
          {leftOf(order).length > 0 && (
            <Button variant="outlined" component={Link} to={`/orders/${order.id}/slip`}>{translate('orders.slip.ofLeft')}</Button>
          )}
        </Stack>
      </Part>
      {order.refunds.length > 0 && (
        <Part title={translate('orders.refunds')}>
          {order.refunds.map((refund) => (
            <Stack key={refund.id} direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
              <Money of={refund.amount} />
              <Status kind="ui.refundStates" value={refund.status} />
              <span>{translate(`ui.refundChannels.${refund.channel}`)}</span>
              <Time at={refund.createdAt} />
              <span><RefundNote refund={refund} /></span>
              <RefundCommands refund={refund} number={order.number} name={order.customer.fullName || translate('ui.words.erased')} onDone={detail.reread} />
            </Stack>
          ))}
        </Part>
      )}
    </Stack>
  );
}

/** A shipment, and what may be done with it alone. */
function OneShipment({ record: order, show, reread, shipment }: Detail<Order> & { shipment: Schemas['Shipment'] }) {
  const translate = useTranslate();
  const name = useShipmentName()(order, shipment);
  const collected = isPickup(order);
  const state = collected
    ? { kind: 'orders.pickupStages', value: shipment.deliveredAt ? 'delivered' : 'shipped' }
    : { kind: 'orders.trackings', value: shipment.trackingStatus };
  const isOpen = shipment.deliveredAt === null && !shipment.outcome && may('orders:write');
  return (
    <Stack spacing={1} role="group" aria-label={name}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        {shipment.trackingUrl ? <Anchor href={shipment.trackingUrl} target="_blank" rel="noreferrer">{name}</Anchor> : <strong>{name}</strong>}
        {shipment.outcome ? <Status kind="orders.undelivered.ended" value={shipment.outcome} /> : <Status {...state} />}
        <Time at={shipment.undeliveredAt ?? shipment.deliveredAt ?? shipment.shippedAt} />
      </Stack>
      <Typography variant="body2">{contentOf(order, shipment).map(({ item, quantity }) => `${quantity} × ${item.name}`).join(', ')}</Typography>
      <Commands>
        {isOpen && order.allowedActions.includes('deliver') && (
          <CommandButton<Order>
            text={collected ? 'orders.collected' : 'orders.arrived'}
            values={{ number: collected ? order.number : name }}
            path={`/v1/admin/orders/${order.id}/deliver`}
            body={{ shipmentId: shipment.id }}
            onDone={show}
            onRefused={reread}
          />
        )}
        {isOpen && order.allowedActions.includes('undelivered') && <UndeliveredButton order={order} shipmentId={shipment.id} name={name} onDone={show} onRefused={reread} />}
        {isOpen && !collected && <TrackButton order={order} shipment={shipment} name={name} onDone={show} onRefused={reread} />}
        <Button component={Link} to={`/orders/${order.id}/slip?shipment=${shipment.id}`}>{translate('orders.slip.button')}</Button>
      </Commands>
    </Stack>
  );
}
