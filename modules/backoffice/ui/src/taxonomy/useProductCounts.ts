import { useQuery } from '@tanstack/react-query';
import { call } from '../api';
import type { Schemas } from '../types';

/** How many products each brand and category has, by their ids; one without products is missing. */
export function useProductCounts(): Schemas['ProductCounts'] {
  const { data } = useQuery({
    queryKey: ['count', 'products', 'taxonomy'],
    queryFn: ({ signal }) => call<Schemas['ProductCounts']>('/v1/admin/products/counts', { signal }),
    retry: false,
  });
  return data ?? { brands: {}, categories: {} };
}

/** Where the products of a brand or a category are listed. */
export const productsOf = (filter: 'brand' | 'category', id: string) => `/products?filter=${encodeURIComponent(JSON.stringify({ [filter]: id }))}`;
