import { useQuery } from '@tanstack/react-query';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';

/** The units at which stock is low; 0 for those who may not read the settings. */
export function useLowStock(): number {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
    enabled: may('settings:read'),
    staleTime: Infinity, // a start of the service changes them
    retry: false,
  });
  return data?.lowStock ?? 0;
}
