// What goes into a parcel of an order.

import type { Schemas } from '../types';

type Order = Schemas['AdminOrder'];

/** Units of a line of an order. */
export interface Packed {
  item: Schemas['AdminOrderItem'];
  quantity: number;
}

/** How many units of a line are left to ship; none of a cancelled order. */
export const unitsLeft = (order: Order, item: Packed['item']) => (order.status === 'cancelled' ? 0 : item.quantity - item.cancelled - item.shippedQuantity);

/** What is left to ship of an order. */
export const leftOf = (order: Order): Packed[] =>
  order.items.map((item) => ({ item, quantity: unitsLeft(order, item) })).filter((p) => p.quantity > 0);

/** What has arrived of an order and is not back. */
export const arrivedOf = (order: Order): Packed[] => {
  const arrived = order.shipments.filter((shipment) => shipment.deliveredAt !== null).flatMap((shipment) => contentOf(order, shipment));
  const units = (item: Packed['item']) => arrived.reduce((sum, packed) => sum + (packed.item.id === item.id ? packed.quantity : 0), 0);
  return order.items.map((item) => ({ item, quantity: units(item) - item.returnedQuantity })).filter((p) => p.quantity > 0);
};

/** What is in a shipment of an order. */
export const contentOf = (order: Order, shipment: Schemas['Shipment']): Packed[] =>
  shipment.items.flatMap(({ orderItemId, quantity }) => order.items.filter((item) => item.id === orderItemId).map((item) => ({ item, quantity })));
