// What the overview adds up of the reports: days of the browser's time zone.

import { call, query } from '../api';
import type { Schemas } from '../types';

export type Point = Schemas['SalesPoint'];

/** Sums of several days. */
export interface Sums {
  orders: number;
  gross: number;
  refunds: number;
  average: number;
  /** The money that came then, whatever it was for. */
  received: number;
}

/** How many days the charts show; before them are as many to compare with. */
export const days = 30;

/** The beginning of the day that is as many days after today. */
export function dayFromToday(offset: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function read(from: Date, to: Date, signal: AbortSignal) {
  return call<Schemas['Sales']>(`/v1/admin/sales${query({ from: from.toISOString(), to: to.toISOString(), interval: 'day', timeZone })}`, { signal });
}

/** The days of two periods, oldest first, and what sold best in the newer one. */
export async function readSales(signal: AbortSignal) {
  const [before, now] = await Promise.all([
    read(dayFromToday(1 - 2 * days), dayFromToday(1 - days), signal),
    read(dayFromToday(1 - days), dayFromToday(1), signal),
  ]);
  return { series: [...before.series, ...now.series], topProducts: now.topProducts };
}

/** Adds up the last days of a series, or as many before those. */
export function sumsOf(series: Point[], length: number, before = false): Sums {
  const end = series.length - (before ? length : 0);
  const part = series.slice(Math.max(end - length, 0), end);
  const add = (value: (point: Point) => number) => part.reduce((sum, point) => sum + Math.round(value(point) * 100), 0) / 100;
  const orders = part.reduce((sum, point) => sum + point.orders, 0);
  const gross = add((point) => point.gross);
  const average = orders === 0 ? 0 : Math.round((gross * 100) / orders) / 100;
  return { orders, gross, average, received: add((point) => point.received), refunds: add((point) => point.refunds) };
}

/** By how much it changed, in percent of the former value; null where that is 0. */
export function change(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}
