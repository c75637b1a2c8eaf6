// The rows of a table of rates as its form holds them: numbers are texts until they are sent.

import type { FieldError } from '../problem';
import { amountText, parseNumber } from '../ui/amount';
import type { Rate } from './price';

/** The cells of a row, as the members of a rate are called. */
export type Cell = keyof Rate;

export interface Row {
  /** Tells it from the others, wherever it stands. */
  key: string;
  countries: string[];
  /** With blanks between. */
  postalPrefixes: string;
  fromGrams: string;
  fromGoods: string;
  price: string;
  /** What the service refused of it, until it is changed. */
  faults: RowFault[];
  /** Whether it was just added: it takes the focus. */
  isNew: boolean;
}

/** A fault of a cell, or of the row as a whole. */
interface RowFault {
  cell: Cell | null;
  fault: FieldError;
}

const newRow = (changes: Partial<Row> = {}): Row => ({
  countries: [], postalPrefixes: '', fromGrams: '', fromGoods: '', price: '', ...changes, faults: [], isNew: true, key: crypto.randomUUID(),
});

/** The rows of a table, with numbers as the language has them; from 0 on is left blank. */
export const rowsOf = (rates: Rate[], locale: string): Row[] => rates.map((r) => ({
  ...newRow(), isNew: false,
  countries: r.countries, postalPrefixes: r.postalPrefixes.join(' '), fromGrams: r.fromGrams === 0 ? '' : String(r.fromGrams),
  fromGoods: r.fromGoods === 0 ? '' : amountText(r.fromGoods, locale), price: amountText(r.price, locale),
}));

const prefixesOf = (typed: string) => typed.toUpperCase().split(/[\s,;]+/).filter((prefix) => prefix !== '');

/**
 * The table as it is sent. What is no number stays a text, and what is missing is left out: the
 * service refuses them.
 */
export function ratesOf(rows: Row[], locale: string) {
  const number = (typed: string, blank?: number) => {
    const value = parseNumber(typed, locale);
    return value === null ? blank : Number.isNaN(value) ? typed : value;
  };
  return rows.map((r) => ({
    countries: r.countries, postalPrefixes: prefixesOf(r.postalPrefixes), fromGrams: number(r.fromGrams, 0), fromGoods: number(r.fromGoods, 0),
    price: number(r.price),
  }));
}

/** The rows that a price can be worked out of, each with its place. */
export function usableRates(rows: Row[], locale: string): { rate: Rate; place: number }[] {
  return ratesOf(rows, locale).flatMap((r, place) => {
    const isRight = [r.fromGrams, r.fromGoods, r.price].every((value) => typeof value === 'number' && value >= 0);
    return isRight ? [{ rate: r as Rate, place }] : [];
  });
}

/** What changes a table. */
export type Change =
  | { what: 'all'; rows: Row[] }
  | { what: 'add' }
  | { what: 'sort'; locale: string }
  | { what: 'copy' | 'remove'; key: string }
  | { what: 'set'; key: string; cell: Cell; value: string | string[] }
  | { what: 'refused'; faults: FieldError[] };

export function changed(rows: Row[], change: Change): Row[] {
  switch (change.what) {
    case 'all':
      return change.rows;
    case 'add':
      return [...rows, newRow()];
    case 'sort':
      return [...rows].sort((a, b) => compare(a, b, change.locale));
    case 'copy':
      return rows.flatMap((r) => (r.key === change.key ? [r, newRow(r)] : [r]));
    case 'remove':
      return rows.filter((r) => r.key !== change.key);
    case 'set':
      return rows.map((r) => (r.key === change.key
        ? { ...r, [change.cell]: change.value, faults: r.faults.filter(({ cell }) => cell !== change.cell && cell !== null) }
        : r));
    case 'refused':
      return rows.map((r, i) => ({ ...r, faults: change.faults.flatMap((fault) => faultOf(fault, i)) }));
  }
}

/** A fault, if it is of the row at the place. */
function faultOf(fault: FieldError, place: number): RowFault[] {
  const [, list, i, cell = null] = fault.pointer.split('/');
  return list === 'rates' && Number(i) === place && i !== undefined ? [{ cell: cell as Cell | null, fault }] : [];
}

/** Whether a fault is said at its row. */
export const isOfRow = ({ pointer }: FieldError) => /^\/rates\/\d+(\/|$)/.test(pointer);

/** By country, prefix, goods and weight, the general before the particular. */
function compare(a: Row, b: Row, locale: string): number {
  const number = (typed: string) => parseNumber(typed, locale) || 0;
  const countries = (row: Row) => [...row.countries].sort().join(' ');
  return countries(a).localeCompare(countries(b))
    || a.postalPrefixes.localeCompare(b.postalPrefixes)
    || number(a.fromGoods) - number(b.fromGoods)
    || number(a.fromGrams) - number(b.fromGrams);
}
