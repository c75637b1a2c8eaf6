import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api';
import { type FieldError, Problem } from '../problem';
import type { Schemas } from '../types';
import { useFaultText } from '../ui/faults';
import { useSettled } from '../ui/useSettled';
import { path, textsOf, type Words } from './useMailText';

type Mail = Schemas['MailPreview'];

/** The mail with the words, and what is wrong with them: while something is, it is the last one. */
export function usePreview(kind: string, locale: string, words: Words, orderId: string | null) {
  const faultText = useFaultText();
  const last = useRef<Mail | null>(null);
  const sent = useSettled(JSON.stringify({ kind, locale, orderId, texts: textsOf(kind, { [locale]: words }) }));
  const { data, error, refetch } = useQuery({
    queryKey: ['mailPreview', sent],
    queryFn: async ({ signal }): Promise<{ mail: Mail | null; faults: FieldError[] }> => {
      try {
        last.current = await call<Mail>(`${path}/preview`, { method: 'POST', body: JSON.parse(sent), signal, quiet: true });
        return { mail: last.current, faults: [] };
      } catch (failure) {
        const faults = failure instanceof Problem ? failure.errors.filter((f) => f.pointer.startsWith('/texts/0/')) : [];
        if (faults.length === 0) throw failure;
        return { mail: last.current, faults };
      }
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return {
    mail: data?.mail ?? null,
    error,
    refetch,
    faultOf: (member: keyof Words): string | undefined => {
      const fault = data?.faults.find((f) => f.pointer === `/texts/0/${member}`);
      return fault && faultText(fault);
    },
  };
}
