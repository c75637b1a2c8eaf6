import { call } from '../api';

interface Page<T> {
  data: T[];
  meta: { totalPages: number };
}

/** All rows of a list, a hundred at once. */
export async function allPages<T>(path: string, signal: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await call<Page<T>>(`${path}?limit=100&page=${page}`, { signal });
    all.push(...data);
    if (page >= meta.totalPages) return all;
  }
}
