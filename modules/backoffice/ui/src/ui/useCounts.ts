import { useQueries } from '@tanstack/react-query';
import { call, query } from '../api';
import type { Schemas } from '../types';

/** How many records a list has for each value of a filter; what is not read yet is missing. */
export function useCounts(path: string, source: string, values: readonly string[]): Record<string, number> {
  return useQueries({
    queries: values.map((value) => ({
      queryKey: ['count', path, source, value],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<{ meta: Schemas['Meta'] }>(path + query({ [source]: value, limit: 1 }), { signal }),
      retry: false,
    })),
    combine: (all) => Object.fromEntries(all.flatMap((one, i) => (one.data ? [[values[i], one.data.meta.total]] : []))) as Record<string, number>,
  });
}
