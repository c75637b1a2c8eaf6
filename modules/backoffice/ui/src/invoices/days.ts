// Days as the service takes them: 2026-11-30, in the shop's time zone.

export interface Period {
  from: string;
  to: string;
}

const dayOf = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

/** The first and the last day of the month before. */
export function lastMonth(): Period {
  const now = new Date();
  return { from: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)), to: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)) };
}
