import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useListContext } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { Money } from '../ui/Money';

/** What a customer of the list has ordered so far; one request reads it for all rows. */
function useSums(customer: string) {
  const { data: rows } = useListContext<RaRecord<string>>();
  const ids = rows?.map((row) => row.id).join(',');
  const { data } = useQuery({
    queryKey: ['customer', 'orders', ids],
    queryFn: ({ signal }) => call<Schemas['CustomersOfOrders']>(`/v1/admin/orders/customers?ids=${ids}`, { signal }),
    enabled: Boolean(ids),
    retry: false,
  });
  return data && (data.data.find((found) => found.id === customer) ?? { ordersCount: 0, totalSpent: 0 });
}

/** How many orders a customer has placed. */
export function OrdersOf({ customer }: { customer: string }) {
  return <>{useSums(customer)?.ordersCount ?? '–'}</>;
}

/** How much a customer has paid so far. */
export function SpentOf({ customer }: { customer: string }) {
  const sums = useSums(customer);
  return sums ? <Money of={sums.totalSpent} /> : <>–</>;
}
