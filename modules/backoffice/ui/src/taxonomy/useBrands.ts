import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../types';
import { allPages } from './allPages';

/** All brands by name; undefined until they are read. */
export function useBrands() {
  return useQuery({
    queryKey: ['brands', 'all'],
    queryFn: ({ signal }) => allPages<Schemas['Brand']>('/v1/brands', signal),
    retry: false,
  });
}
