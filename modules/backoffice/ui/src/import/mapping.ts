// How the columns of a file are read, as far as it was changed by hand. It is remembered for files
// with the same columns.

import type { Schemas } from '../types';

export type Preview = Schemas['ProductImportPreview'];

/** The fields of columns, by their names; null: the column is left out. */
export type Mapping = Record<string, string | null>;

/** What a file does not say itself. */
export interface Choices {
  mapping: Mapping;
  /** Percent that prices without tax get; blank: they are with it. */
  addTax: string;
  /** Of weights; blank: as the format has them. */
  weightUnit: string;
  /** Whether brands and categories may be names, and are made; null: as the format does. */
  makesTaxonomy: boolean | null;
  /** Whether pictures that are elsewhere are fetched. */
  fetchesPictures: boolean;
}

export const noChoices: Choices = { mapping: {}, addTax: '', weightUnit: '', makesTaxonomy: null, fetchesPictures: false };

const place = 'import.choices';
/** How many kinds of files are remembered. */
const most = 20;

const kindOf = (preview: Preview) => [preview.format, ...preview.columns.map((c) => c.column)].join('\n');

function stored(): [string, Choices][] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(list) ? (list as [string, Choices][]) : [];
  } catch {
    return [];
  }
}

/** What was chosen for a file with the same columns. */
export const remembered = (preview: Preview): Choices => ({ ...noChoices, ...stored().find(([kind]) => kind === kindOf(preview))?.[1] });

export function remember(preview: Preview, choices: Choices) {
  const others = stored().filter(([kind]) => kind !== kindOf(preview));
  localStorage.setItem(place, JSON.stringify([[kindOf(preview), choices], ...others].slice(0, most)));
}

/** The choices as the query of an import. */
export function queryOf(choices: Choices, dryRun: boolean): string {
  const query = new URLSearchParams();
  if (dryRun) query.set('dryRun', 'true');
  if (Object.keys(choices.mapping).length > 0) query.set('mapping', JSON.stringify(choices.mapping));
  if (choices.addTax.trim() !== '') query.set('addTax', choices.addTax.trim().replace(',', '.'));
  if (choices.weightUnit !== '') query.set('weightUnit', choices.weightUnit);
  if (choices.makesTaxonomy !== null) query.set('makeTaxonomy', String(choices.makesTaxonomy));
  if (choices.fetchesPictures) query.set('pictures', 'fetch');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
