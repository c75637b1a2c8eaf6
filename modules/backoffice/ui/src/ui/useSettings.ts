import { useQuery } from '@tanstack/react-query';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';

/** What the configuration says of the shop; undefined for those who may not read it. */
export function useSettings(): Schemas['Settings'] | undefined {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
    enabled: may('settings:read'),
    staleTime: Infinity, // a start of the service changes them
    retry: false,
  });
  return data;
}
