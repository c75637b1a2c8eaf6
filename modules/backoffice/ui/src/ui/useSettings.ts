import { useQuery } from '@tanstack/react-query';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';

/** The settings of the shop; undefined for those who may not read them. */
export function useSettings(): Schemas['Settings'] | undefined {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
    enabled: may('settings:read'),
    staleTime: 60_000,
    retry: false,
  });
  return data;
}
