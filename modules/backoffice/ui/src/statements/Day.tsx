import { useLocaleState } from 'react-admin';

/** A day of the bank, in the chosen language. */
export function Day({ of }: { of: string }) {
  const [locale] = useLocaleState();
  const day = new Date(`${of}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={of} style={{ whiteSpace: 'nowrap' }}>{day}</time>;
}
