import type { Schemas } from '../types';
import { useSettings } from '../ui/useSettings';

type Product = Pick<Schemas['AdminProduct'], 'slug' | 'status'>;

/**
 * Returns the function that says where the storefront shows a product: undefined unless it is
 * published, and without the setting shop.product_url.
 */
export function useShopPage(): ((product: Product) => string | undefined) | undefined {
  const pattern = useSettings()?.productUrl;
  if (!pattern) return undefined;
  return ({ slug, status }) => (status === 'active' ? pattern.replaceAll('{slug}', encodeURIComponent(slug)) : undefined);
}
