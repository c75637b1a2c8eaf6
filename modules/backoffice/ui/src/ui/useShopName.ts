import { useEffect } from 'react';
import { useSettings } from './useSettings';

/** Where the browser keeps the name of the shop, for the sign-in page and those without settings. */
const place = 'shopName';

/** The name of the shop; null in a browser in which nobody who may read the settings has signed in. */
export function useShopName(): string | null {
  const name = useSettings()?.shopName;
  useEffect(() => {
    if (name) localStorage.setItem(place, name);
  }, [name]);
  return name ?? rememberedShop();
}

/** The name of the shop as it was read last. */
export const rememberedShop = (): string | null => localStorage.getItem(place);
