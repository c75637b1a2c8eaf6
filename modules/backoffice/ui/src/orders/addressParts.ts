// The parts of an address that an order keeps in one line, as the service has put it together, and
// the lines of one that it knows in parts.

import type { Schemas } from '../types';

type Order = Schemas['AdminOrder'];

/** An address that an order has: where it goes, or to whom the invoice does. */
export type Address = Order['shipTo'] | NonNullable<Order['billTo']>;

export interface AddressParts {
  line1: string;
  line2: string | null;
  postalCode: string;
  city: string;
  state: string | null;
}

/** A postal code with a digit, and the city behind it: 10119 Berlin, SW1A 1AA London. */
const placeOf = /^((?:[A-Z]{1,2}-)?[A-Z]?\d[\dA-Z]*(?: \d[\dA-Z]*)?) (\D.*)$/i;

/** Takes an address apart: street, more of it, postal code and city, state. Null without a city. */
export function partsOf(address: string): AddressParts | null {
  const parts = address.split(', ');
  const at = parts.map((part, i) => i > 0 && placeOf.test(part)).lastIndexOf(true);
  const [, postalCode, city] = placeOf.exec(parts[at] ?? '') ?? [];
  if (!postalCode || !city) return null;
  const [line1 = '', ...more] = parts.slice(0, at);
  return { line1, line2: more.join(', ') || null, postalCode, city, state: parts.slice(at + 1).join(', ') || null };
}

/** The lines of the address as on a parcel, with name and phone. Empty once it is erased. */
export function linesOf(to: Address): string {
  const place = to.line1 ? [to.line1, to.line2, [to.postalCode, to.city].filter(Boolean).join(' '), to.state] : [to.address];
  return [to.fullName, to.company, ...place, to.country, to.phone].filter(Boolean).join('\n');
}

/** What a form for another address begins with: the parts, or those of the one line. */
export function initialOf(to: Address): Record<string, string | null> {
  const { fullName, company, phone, country, line1, line2, postalCode, city, state } = to;
  return { fullName, company, phone, country, ...(line1 ? { line1, line2, postalCode, city, state } : partsOf(to.address)) };
}
