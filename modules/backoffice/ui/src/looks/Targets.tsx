import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';

/** The id of the list of pages that a link may lead to. */
export const targets = 'link-targets';

interface Named {
  name: string;
  slug: string;
}

/** Pages of the shop that fields of links offer: any other address may be typed. */
export function Targets() {
  const translate = useTranslate();
  const list = (path: string) => ({
    queryKey: ['linkTargets', path],
    queryFn: ({ signal }: { signal: AbortSignal }) => call<{ data: Named[] }>(`${path}?limit=100`, { signal }),
    retry: false,
    staleTime: 60_000,
  });
  const categories = useQuery(list('/v1/categories')).data?.data ?? [];
  const collections = useQuery(list('/v1/collections')).data?.data ?? [];
  const brands = useQuery(list('/v1/brands')).data?.data ?? [];
  const shop = useQuery({
    queryKey: ['linkTargets', 'shop'],
    queryFn: ({ signal }) => call<Schemas['Shop']>('/v1/shop', { signal }),
    retry: false,
    staleTime: 60_000,
  });
  const all = [
    ...categories.map((c) => [`/c/${c.slug}`, c.name]),
    ...collections.map((c) => [`/collections/${c.slug}`, c.name]),
    ...brands.map((b) => [`/b/${b.slug}`, b.name]),
    ...(shop.data?.pages ?? []).map((p) => [`/i/${p.slug}`, p.title]),
    ['/search', translate('looks.target.all')], ['/search?sort=newest', translate('looks.target.new')],
    ['/search?onSale=true&sort=-discount', translate('looks.target.sale')], ['/wholesale', translate('looks.target.wholesale')],
    ['/orders/find', translate('looks.target.order')],
  ];
  return <datalist id={targets}>{all.map(([to, name]) => <option key={to} value={to}>{name}</option>)}</datalist>;
}
