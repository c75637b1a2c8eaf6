import type { Schemas } from '../types';

export type Invoice = Schemas['Invoice'];

/** What a document adds to what the buyer owes: a correction and a cancellation take from it. */
export const signed = (d: Invoice) => (d.kind === 'invoice' ? d.gross : -d.gross);

/** How a document stands: its kind, or cancelled for an invoice that is. */
export const stateOf = (d: Invoice) => (d.kind === 'invoice' && !d.live ? 'cancelled' : d.kind);

type Party = Invoice['buyer'] | Invoice['shipTo'];

/** The lines of an address on a document. Empty once it is erased. */
export function linesOf(of: Party): string {
  const place = of.line1 ? [of.line1, of.line2, [of.postalCode, of.city].filter(Boolean).join(' '), of.state] : [of.address];
  return of.fullName ? [of.fullName, of.company, ...place, of.country].filter(Boolean).join('\n') : '';
}
