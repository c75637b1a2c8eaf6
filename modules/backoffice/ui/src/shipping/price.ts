// What it costs to send a parcel, worked out as the service does (modules/ordering,
// shipping_rate.go), also by a table that is not saved yet.

import type { Schemas } from '../types';

export type Method = Schemas['ShippingMethod'];
export type Rate = Schemas['ShippingRate'];

/** What the price depends on; grams are those with the packaging, goods less promotions. */
export interface Parcel {
  country: string;
  postalCode: string;
  grams: number;
  goods: number;
}

/** A price, and the row of the table that it comes from: null where there is no table. */
export interface Price {
  price: number;
  row: number | null;
  /** There are so many goods that nothing is paid. */
  free: boolean;
}

/** Why a method is not offered for a parcel. */
export type NotOffered = 'country' | 'row';

/** Blanks and hyphens of a postal code do not count. */
const comparable = (code: string) => code.replace(/[\s\u00AD\u058A\u1806\u2010\u2011\u2E17\u30FB\uFE63\uFF0D\uFF65-]/g, '').toUpperCase();

/**
 * By what a row that fits is better than another: the first of these that differs. Null when it
 * does not fit.
 */
function rankOf(rate: Rate, p: Parcel): number[] | null {
  const isNamed = rate.countries.length > 0;
  if (isNamed && !rate.countries.includes(p.country)) return null;
  const code = comparable(p.postalCode);
  const fitting = rate.postalPrefixes.map(comparable).filter((prefix) => prefix !== '' && code.startsWith(prefix));
  if (rate.postalPrefixes.length > 0 && fitting.length === 0) return null;
  if (p.grams < rate.fromGrams || p.goods < rate.fromGoods) return null;
  return [Math.max(0, ...fitting.map((prefix) => prefix.length)), Number(isNamed), rate.fromGoods, rate.fromGrams];
}

/** Whether the first rank that differs is higher. */
function isHigher(rank: number[], than: number[]): boolean {
  const i = rank.findIndex((value, j) => value !== than[j]);
  return i >= 0 && rank[i]! > than[i]!;
}

/**
 * The row of the table that counts for the parcel: the longest prefix, a named country, the most
 * goods, the most weight.
 */
export function rowFor(rates: Rate[], p: Parcel): number | null {
  let best: { row: number; rank: number[] } | null = null;
  for (const [row, rate] of rates.entries()) {
    const rank = rankOf(rate, p);
    if (rank && (!best || isHigher(rank, best.rank))) best = { row, rank };
  }
  return best?.row ?? null;
}

/** What the method costs for the parcel, or why it is not offered. */
export function priceFor(m: Pick<Method, 'countries' | 'price' | 'freeFrom' | 'rates'>, p: Parcel): Price | NotOffered {
  if (m.countries.length > 0 && !m.countries.includes(p.country)) return 'country';
  const row = rowFor(m.rates, p);
  if (m.rates.length > 0 && row === null) return 'row';
  if (m.freeFrom !== null && p.goods >= m.freeFrom) return { price: 0, row, free: true };
  return { price: row === null ? m.price : m.rates[row]!.price, row, free: false };
}

/** Whether prices in the country depend on the postal code. */
export const asksPostalCode = (rates: Rate[], country: string) =>
  rates.some((r) => r.postalPrefixes.length > 0 && (r.countries.length === 0 || r.countries.includes(country)));
