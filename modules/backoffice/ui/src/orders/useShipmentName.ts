import { useTranslate } from 'react-admin';

/** Returns what a shipment is called: by its carrier and number, as far as it has them. */
export function useShipmentName() {
  const translate = useTranslate();
  return ({ carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null }) =>
    [carrier, trackingNumber].filter(Boolean).join(' ') || translate('orders.noTracking');
}
