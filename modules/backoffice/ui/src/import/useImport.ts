import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api';
import type { Schemas } from '../types';
import { type Choices, noChoices, type Preview, queryOf, remember, remembered } from './mapping';
import { useFileImport } from './useFileImport';

export type Report = Schemas['ProductImport'];

/** The state of an import of products, the columns of whose file are read before it is checked. */
export function useImport() {
  const queries = useQueryClient();
  const [preview, setPreview] = useState<Preview | null>(null);
  const run = useFileImport<Report, Choices>(noChoices, {
    path: (how, dryRun) => `/v1/admin/products/import${queryOf(how, dryRun)}`,
    prepare: async ({ file }, signal) => {
      const read = await call<Preview>('/v1/admin/products/import/preview', { method: 'POST', body: file, signal });
      setPreview(read);
      return remembered(read);
    },
    refresh: () => {
      for (const made of ['products', 'brands', 'categories', 'media']) void queries.invalidateQueries({ queryKey: [made] });
    },
  });
  return {
    ...run, preview,
    choose: (file: File) => {
      setPreview(null);
      return run.choose(file);
    },
    change: (changed: Partial<Choices>) => {
      const next = { ...run.choices, ...changed };
      run.change(next);
      if (preview) remember(preview, next);
    },
  };
}
