import type { Schemas } from '../types';

/** Whether the buyer collects the goods. */
export const isPickup = (order: Schemas['AdminOrder']) => order.shippingMethod.kind === 'pickup';
