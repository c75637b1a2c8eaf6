// CSV files of imports: read to find the lines that failed, and written with the reason.

import { csvOf } from '../ui/csv';

/** A row of a file, and the line on which it begins, from 1. */
export interface Row {
  line: number;
  cells: string[];
}

/** The largest file that the service takes, in bytes. */
export const maxBytes = 32 * 1024 * 1024;

/**
 * The text of a file in UTF-8, in UTF-16 with a mark, or else in the encoding of spreadsheets that
 * write neither.
 */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What separates the cells: what the first line has most of. */
function separatorOf(text: string): string {
  const first = text.slice(0, 16384).split('\n', 1)[0]!;
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** A first line that tells spreadsheets the separator. */
const separatorLine = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/**
 * Reads the rows of a file, the header first, without blank ones and one that names the separator.
 */
export function parse(file: string): Row[] {
  const named = separatorLine.exec(file);
  const text = named ? file.slice(named[0].length) : file;
  const separator = named?.[1] ?? separatorOf(text);
  const rows: Row[] = [];
  let line = named ? 2 : 1;
  let row: Row = { line, cells: [] };
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.cells.push(cell);
    cell = '';
    if (row.cells.some((c) => c !== '')) rows.push(row);
    row = { line, cells: [] };
  };
  for (let i = 0; i < text.length; i++) {
    const ch = text[i]!;
    if (ch === '\n') line++;
    if (isQuoted) {
      if (ch === '"' && text[i + 1] === '"') cell += text[i++];
      else if (ch === '"') isQuoted = false;
      else cell += ch;
    } else if (ch === '"' && cell === '') isQuoted = true;
    else if (ch === separator) {
      row.cells.push(cell);
      cell = '';
    } else if (ch === '\n') endRow();
    else if (ch !== '\r') cell += ch;
  }
  endRow();
  return rows;
}

/** A file to begin with: all columns, and two variants of a product. */
export function template(): Blob {
  const columns = [
    'slug', 'name', 'description', 'status', 'taxClass', 'brand', 'categories', 'images', 'sku',
    'option1', 'option1Value', 'option2', 'option2Value', 'price', 'compareAtPrice', 'wholesalePrices', 'weightGrams',
    'compareAtKind', 'contentAmount', 'contentUnit', 'withdrawalExcluded', 'manufacturerName', 'manufacturerAddress', 'manufacturerContact',
    'responsibleName', 'responsibleAddress', 'responsibleContact', 'safety:en', 'safety:de',
    'seoTitle', 'seoDescription', 'tags', 'mpn', 'condition', 'gtin',
  ];
  const cup = (values: Record<string, string>) => columns.map((column) => values[column] ?? '');
  const product = { slug: 'espresso-cup', name: 'Espresso cup', description: 'Thick porcelain.', status: 'draft', taxClass: 'standard', manufacturerName: 'Moka GmbH', manufacturerAddress: 'Am Kai 4, 20457 Hamburg', manufacturerContact: 'safety@example.com', tags: 'porcelain|espresso' };
  return csvOf([
    columns,
    cup({ ...product, images: 'https://example.com/cup.png A white cup', sku: 'CUP-WHITE', option1: 'Color', option1Value: 'White', price: '12.90', gtin: '4006381333931', wholesalePrices: '24:8.90|100:7.50', weightGrams: '310' }),
    cup({ ...product, sku: 'CUP-BLACK', option1: 'Color', option1Value: 'Black', price: '12.90', compareAtPrice: '15.90', compareAtKind: 'rrp' }),
  ]);
}

/** A file of customers to begin with: all columns, and a customer with two addresses. */
export function customerTemplate(): Blob {
  const ada = ['ada@example.com', 'Ada Lovelace', '+49 30 1234567', 'de', 'false', ''];
  return csvOf([
    [
      'email', 'fullName', 'phone', 'locale', 'wholesale', 'businessName', 'label', 'addressName', 'company', 'addressPhone', 'line1', 'line2',
      'postalCode', 'city', 'state', 'country', 'isDefault',
    ],
    [...ada, 'Home', 'Ada Lovelace', '', '', 'Unter den Linden 1', '', '10117', 'Berlin', '', 'DE', 'true'],
    [...ada, 'Office', 'Ada Lovelace', 'Analytical Engines Ltd', '', 'Am Kai 4', '2. Stock', '20457', 'Hamburg', '', 'DE', 'false'],
  ]);
}
