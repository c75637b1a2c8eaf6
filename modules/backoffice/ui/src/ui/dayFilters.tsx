import type { ReactElement } from 'react';
import { DateInput } from 'react-admin';

/** A day as the filter has it: its beginning in the browser's zone, some days later. */
const beginning = (day: string, days: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
};

/** A moment as an input of type date has it: the day in the browser's zone, some days before. */
const dayOf = (moment: string, days: number) => {
  const at = new Date(moment);
  at.setDate(at.getDate() - days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
};

const day = (source: string, label: string, days: number) => (
  <DateInput
    key={source}
    source={source}
    label={label}
    parse={(value: string) => (value ? beginning(value, days) : '')}
    format={(value: string) => (value ? dayOf(value, days) : '')}
  />
);

/** From a day to a day, both included. */
export const dayFilters = (t: (key: string) => string): ReactElement[] => [
  day('from', t('ui.list.from'), 0),
  day('to', t('ui.list.until'), 1),
];
