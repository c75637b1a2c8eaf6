import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { isPickup } from './pickup';

/** Returns what a shipment is called: by its carrier and number, as far as it has them. */
export function useShipmentName() {
  const translate = useTranslate();
  return (order: Schemas['AdminOrder'], { carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null }) =>
    [carrier, trackingNumber].filter(Boolean).join(' ') || translate(isPickup(order) ? 'orders.toCollect' : 'orders.noTracking');
}
