import { useLocaleState } from 'react-admin';
import { useShopZone } from './useShopZone';
import { zonedText } from './zone';

/** A moment in the shop's time zone, with its name. */
export function ShopTime({ at }: { at: string }) {
  const [locale] = useLocaleState();
  const zone = useShopZone();
  return <time dateTime={at} title={zone} style={{ whiteSpace: 'nowrap' }}>{zonedText(at, zone, locale)}</time>;
}
