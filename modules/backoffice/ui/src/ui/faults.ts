// What the service found wrong with a request, in words.

import { useLocaleState, useTranslate } from 'react-admin';
import { detailDe } from './details.de';
import type { FieldError } from '../problem';

/** A detail of the service, which is in English, in the language as far as it is known in it. */
export const detailIn = (locale: string, detail: string) => (locale === 'de' ? detailDe(detail) : detail);

/** Returns what says a fault: its code in the chosen language, and what is wanted. */
export function useFaultText() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  return ({ code, detail }: FieldError): string => {
    const what = translate(`ui.fields.${code}`, { _: '' });
    const wanted = detailIn(locale, detail);
    if (what === '') return wanted;
    return detail === '' || detail === 'is required' ? what : `${what} (${wanted})`;
  };
}

/** Whether a fault is about the member of the request, or about one below it. */
export const isAbout = (fault: FieldError, name: string) => `${fault.pointer}/`.startsWith(`/${name}/`);
