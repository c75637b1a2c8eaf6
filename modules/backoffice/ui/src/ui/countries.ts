import { useMemo } from 'react';
import { useLocaleState } from 'react-admin';

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Codes that the browser names and that are no countries. */
const none = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** The countries by name in the chosen language, for a choice: DE is Germany (DE). */
export function useCountries(): { value: string; label: string }[] {
  const [locale] = useLocaleState();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !none.has(code) && names.of(code) !== undefined)
      .map((code) => ({ value: code, label: `${names.of(code)} (${code})` }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
}
