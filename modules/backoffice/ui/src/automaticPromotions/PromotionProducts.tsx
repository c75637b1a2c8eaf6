import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, query } from '../api';
import type { Schemas } from '../types';
import type { Edited } from '../ui/FormDialog';
import { ProductPicker } from '../ui/ProductPicker';

/** How many products a promotion may be for, else it is for all. */
const most = 100;

/** The products that a promotion is for. Their names are asked for when the form opens. */
export function PromotionProducts(edited: Edited<string[] | null>) {
  const [ids] = useState(edited.value ?? []);
  const { data: known = [], isLoading } = useQuery({
    queryKey: ['promotionProducts', ids],
    queryFn: async ({ signal }) => (await call<Schemas['AdminProductList']>(`/v1/admin/products${query({ ids: ids.join(','), limit: most })}`, { signal })).data,
    enabled: ids.length > 0,
    retry: false,
  });
  return isLoading ? null : <ProductPicker {...edited} known={known.map((p) => ({ ...p, image: null }))} most={most} />;
}
