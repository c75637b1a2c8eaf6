import { useLocaleState } from 'react-admin';

/** Formats an amount in EUR. */
export const euros = (amount: number, locale: string) =>
  new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-IE', { style: 'currency', currency: 'EUR' }).format(amount);

/** An amount in EUR, in the chosen language. */
export function Money({ of }: { of: number }) {
  const [locale] = useLocaleState();
  return <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{euros(of, locale)}</span>;
}

/** Returns the function that formats amounts in the chosen language. */
export function useEuros() {
  const [locale] = useLocaleState();
  return (amount: number) => euros(amount, locale);
}
