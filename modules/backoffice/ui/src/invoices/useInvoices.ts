import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, query } from '../api';
import { may } from '../providers';
import type { Invoice } from './document';

/** How often documents that are on their way are looked for, each 2 s. */
const looks = 10;

/** The documents of an order, newest first; awaited says that its invoice is about to come. */
export function useInvoices(orderId: string, version = '', awaited = false) {
  return useQuery({
    queryKey: ['invoices', 'ofOrder', orderId, version],
    queryFn: ({ signal }) => call<{ data: Invoice[] }>(`/v1/admin/invoices${query({ orderId, limit: 100 })}`, { signal }).then((page) => page.data),
    enabled: may('invoices:read'),
    placeholderData: (before) => before,
    retry: false,
    refetchInterval: ({ state }) => (awaited && state.data?.length === 0 && state.dataUpdateCount < looks ? 2000 : false),
  });
}

/** Returns what reads all documents anew. */
export function useRereadInvoices() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['invoices'] });
}

/** Whether a document may be replaced, as far as the order's documents are known. */
export const isReplaceable = (d: Invoice, all: Invoice[] | undefined) =>
  may('invoices:write') && d.kind === 'invoice' && d.live && all !== undefined && !all.some((other) => other.kind === 'correction' && other.refersTo?.id === d.id);
