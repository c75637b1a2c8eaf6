import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api';
import { Problem } from '../problem';
import type { Schemas } from '../types';
import { useSettled } from '../ui/useSettled';
import { type Body, bodyOf, type Draft, previewOf } from './drafts';
import { path } from './useLooks';

type Preview = Schemas['StorefrontPreview'];

/** A preview, and the colors it was asked for. */
interface Made {
  preview: Preview;
  colors: string;
}

const colorsOf = ({ accent, paper, ink }: Pick<Draft, 'accent' | 'paper' | 'ink'>) => [accent, paper, ink].join(' ');

/**
 * The pages with the draft; while something in it is refused, the last ones that were shown. The
 * palette is that of the draft's colors, once it is known.
 */
export function usePreview(draft: Draft) {
  const last = useRef<Made | null>(null);
  const sent = useSettled(JSON.stringify(previewOf(bodyOf(draft))));
  const { data, error, refetch } = useQuery({
    queryKey: ['looksPreview', sent],
    queryFn: async ({ signal }): Promise<{ made: Made | null; refusal: Problem | null }> => {
      try {
        const body = JSON.parse(sent) as Body;
        const preview = await call<Preview>(`${path}/preview`, { method: 'POST', body, signal, quiet: true });
        last.current = { preview, colors: colorsOf(body) };
        return { made: last.current, refusal: null };
      } catch (failure) {
        if (!(failure instanceof Problem) || failure.errors.length === 0) throw failure;
        return { made: last.current, refusal: failure };
      }
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 20 * 60_000, // the service keeps one for 30 minutes
  });
  const made = data?.made ?? null;
  return {
    preview: made?.preview ?? null,
    palette: made?.colors === colorsOf(draft) ? made.preview.light : undefined,
    refusal: data?.refusal ?? null, error, refetch,
  };
}
