// Moments in the shop's time zone, whatever the zone of the browser is.

/** A moment as an input of type datetime-local has it, with seconds where there are some. */
export function zonedTime(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const time = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
  return part('second') === '00' ? time : `${time}:${part('second')}`;
}

/**
 * The moment of such a time in the zone. One that a change of clocks leaves out is an hour earlier.
 */
export function momentIn(zone: string, typed: string): string {
  const asUTC = (local: string) => Date.parse(`${local}Z`);
  const wanted = asUTC(typed);
  const offsetAt = (moment: number) => asUTC(zonedTime(new Date(moment).toISOString(), zone)) - Math.floor(moment / 1000) * 1000;
  const first = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(first)).toISOString();
}

/** A moment in words, as it is in the zone. */
export const zonedText = (at: string, timeZone: string, locale: string) =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
