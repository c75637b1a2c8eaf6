// VAT rates as lines: a country, its standard and reduced percent, and perhaps the first day.

import type { Schemas } from '../types';
import type { Found } from './codes';

type Rate = Schemas['TaxRateSetting'];

/** The rates as lines. */
export const rateLines = (rates: unknown) =>
  ((rates ?? []) as Rate[]).map((r) => [r.country, r.standard, r.reduced, ...(r.from ? [r.from] : [])].join(' ')).join('\n');

/** What stands in a line; without a reduced rate, that is the standard one. */
function cellsOf(line: string) {
  const [country = '', ...rest] = line.trim().split(/\s+/);
  const from = rest.at(-1)?.includes('-') ? rest.pop()! : null;
  const [standard = '', reduced = standard, ...others] = rest;
  return { country: country.toUpperCase(), standard, reduced, from, others };
}

/** The rates of lines. What is no number stays a text, which the service refuses. */
export function ratesOf(typed: unknown): unknown {
  const number = (text: string) => (/^[0-9]+([.,][0-9]+)?$/.test(text) ? Number(text.replace(',', '.')) : text);
  const lines = String(typed).split('\n').filter((line) => line.trim() !== '');
  return lines.map(cellsOf).map(({ country, standard, reduced, from }) => ({ country, standard: number(standard), reduced: number(reduced), from }));
}

/** What is wrong with the lines: the first thing, with the number of its line. */
export function findRates(typed: string): Found | null {
  const lines = typed.split('\n');
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const isBegun = i === lines.length - 1 && !/\S\s+\S/.test(line); // its country alone
    if (line.trim() === '' || isBegun) continue;
    const text = faultOf(cellsOf(line), seen);
    if (text) return { text: `rates.${text}`, values: { line: i + 1 }, wrong: true };
  }
  return null;
}

/** What is wrong with a line; seen has the countries and days of those above it. */
function faultOf({ country, standard, reduced, from, others }: ReturnType<typeof cellsOf>, seen: Set<string>): string | null {
  if (!/^[A-Z]{2}$/.test(country) || standard === '' || others.length > 0) return 'form';
  if (![standard, reduced].every((percent) => /^\d{1,2}([.,]\d{1,2})?$/.test(percent))) return 'percent';
  if (from !== null && !isDay(from)) return 'day';
  const key = `${country} ${from}`;
  if (seen.has(key)) return 'twice';
  seen.add(key);
  return null;
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
