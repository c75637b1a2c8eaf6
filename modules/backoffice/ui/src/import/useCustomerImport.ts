import { useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../types';
import { useFileImport } from './useFileImport';

export type CustomerReport = Schemas['CustomerImport'];

/** The state of an import of customers. Nothing is chosen beside the file. */
export function useCustomerImport() {
  const queries = useQueryClient();
  return useFileImport<CustomerReport, null>(null, {
    path: (_, dryRun) => `/v1/admin/customers/import${dryRun ? '?dryRun=true' : ''}`,
    prepare: () => Promise.resolve(null),
    refresh: () => void queries.invalidateQueries({ queryKey: ['customers'] }),
  });
}
