import type { Schemas } from '../types';

type Order = Pick<Schemas['AdminOrder'], 'shippingMethod' | 'stage'>;

/** Whether the buyer collects the goods. */
export const isPickup = (order: Order) => order.shippingMethod.kind === 'pickup';

/** The prefix of the text of an order's stage: what others call shipped is ready to collect. */
export const stageTexts = (order: Order) => (
  isPickup(order) && ['partially_shipped', 'shipped', 'delivered'].includes(order.stage) ? 'orders.pickupStages' : 'ui.stages'
);
