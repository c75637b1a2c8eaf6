import { useSyncExternalStore } from 'react';
import { useLocaleState } from 'react-admin';

/** A time in the chosen language and how long ago it was, with its zone in the tooltip. */
export function Time({ at, date = false }: { at: string | null | undefined; date?: boolean }) {
  const [locale] = useLocaleState();
  if (!at) return <>–</>;
  const style: Intl.DateTimeFormatOptions = date ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' };
  return (
    <time dateTime={at} title={inFull(at, locale)}>
      <span style={{ whiteSpace: 'nowrap' }}>{new Date(at).toLocaleString(locale, style)}</span>
      {!date && <>{' '}<small style={{ whiteSpace: 'nowrap' }}><Relative at={at} /></small></>}
    </time>
  );
}

/** How long ago it was, in the largest whole unit, with the time itself in the tooltip. */
export function Ago({ at }: { at: string }) {
  const [locale] = useLocaleState();
  return <time dateTime={at} title={inFull(at, locale)} style={{ whiteSpace: 'nowrap' }}><Relative at={at} /></time>;
}

function Relative({ at }: { at: string }) {
  const [locale] = useLocaleState();
  return <>{ago(at, locale, useSyncExternalStore(eachMinute, nextSlice))}</>;
}

/** The time with date, seconds and zone. */
const inFull = (at: string, locale: string) => new Date(at).toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' });

const units: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

function ago(at: string, locale: string, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units.at(-1)!;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** The time, rounded up to ten seconds: it stays the same while a page is drawn. */
const nextSlice = () => Math.ceil(Date.now() / 10_000) * 10_000;

/** Calls back each minute, for all times that are shown. */
function eachMinute(changed: () => void): () => void {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
}
