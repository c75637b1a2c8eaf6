// Prices of a plan as lines that people paste: SKU, price, and maybe the price to compare with and
// its kind.

import { amountText, parseNumber } from '../ui/amount';
import type { Schemas } from '../types';

export type Price = Schemas['PricePlanPriceInput'];

/** A line that is not empty, and its number in the text. */
interface Line {
  number: number;
  cells: string[];
}

/** The lines with prices; one that begins with the word sku names the columns. */
export function priceLines(text: string): Line[] {
  const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, cells: cellsOf(line) }));
  return lines.filter(({ cells }, i) => cells.some((cell) => cell !== '') && !(i === 0 && /^"?sku"?$/i.test(cells[0] ?? '')));
}

/**
 * The cells of a line: between tabs, or semicolons, or else commas. A cell may stand in quotes,
 * with each quote in it twice.
 */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';'].find((s) => line.includes(s)) ?? ',';
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === '"' && quoted && line[i + 1] === '"') cell += line.charAt(++i);
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** What the service is sent of the lines; it refuses what is no number. */
export function pricesOf(text: string, locale: string): Price[] {
  const amount = (typed: string) => {
    const number = parseNumber(typed, /^-?\d+\.\d{1,2}$/.test(typed) ? 'en' : locale);
    return (Number.isNaN(number) ? typed : number) as number;
  };
  return priceLines(text).map(({ cells: [variant = '', price = '', compareAt = '', kind = ''] }) => ({
    ...(isId(variant) ? { variantId: variant } : { sku: variant }), price: amount(price),
    ...(compareAt !== '' && { compareAtPrice: amount(compareAt) }),
    ...(kind !== '' && { compareAtKind: kind.toLowerCase() as Price['compareAtKind'] }),
  }));
}

const quoted = (text: string) => (/[;"\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What a line says of a price. */
type Said = Pick<Schemas['PricePlanResult'], 'sku' | 'variantId' | 'compareAtPrice' | 'compareAtKind'> & { price: number };

/** A price as a line. A variant without a SKU is named by its id. */
export function lineOf({ sku, variantId, price, compareAtPrice, compareAtKind }: Said, locale: string): string {
  const compared = compareAtPrice === null ? [] : [amountText(compareAtPrice, locale), ...(compareAtKind ? [compareAtKind] : [])];
  return [quoted(sku || variantId || ''), amountText(price, locale), ...compared].join('; ');
}
