// What goes into a parcel of an order.

import type { Schemas } from '../types';

type Order = Schemas['AdminOrder'];

/** Units of a line of an order. */
export interface Packed {
  item: Schemas['AdminOrderItem'];
  quantity: number;
}

/** How many units of a line are left to ship; none of a cancelled order. */
export const unitsLeft = (order: Order, item: Packed['item']) => (order.status === 'cancelled' ? 0 : item.quantity - item.shippedQuantity);

/** What is left to ship of an order. */
export const leftOf = (order: Order): Packed[] =>
  order.items.map((item) => ({ item, quantity: unitsLeft(order, item) })).filter((p) => p.quantity > 0);

/** What is in a shipment of an order. */
export const contentOf = (order: Order, shipment: Schemas['Shipment']): Packed[] =>
  shipment.items.flatMap(({ orderItemId, quantity }) => order.items.filter((item) => item.id === orderItemId).map((item) => ({ item, quantity })));
