// The parts of an address that an order keeps in one line, as the service has put it together.

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
