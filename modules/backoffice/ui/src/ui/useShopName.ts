import { useEffect } from 'react';
import { useSettings } from './useSettings';

/** Where the browser keeps the shop's name, for the sign-in page and who may not read settings. */
const place = 'shopName';

/** The name of the shop; null in a browser in which no reader of the settings has signed in yet. */
export function useShopName(): string | null {
  const name = useSettings()?.shopName;
  useEffect(() => {
    if (name) localStorage.setItem(place, name);
  }, [name]);
  return name ?? rememberedShop();
}

/** The name of the shop as it was read last. */
export const rememberedShop = (): string | null => localStorage.getItem(place);
