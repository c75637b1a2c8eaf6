// What other systems know of a record: texts by keys, held as rows while they are edited.

export type Metadata = Record<string, string>;

export interface MetadataRow {
  key: string;
  value: string;
}

/** How many keys the service takes. */
export const mostKeys = 50;

export const rowsOf = (metadata: Metadata): MetadataRow[] =>
  Object.keys(metadata).sort().map((key) => ({ key, value: metadata[key]! }));

const isBlank = (row: MetadataRow) => row.key.trim() === '' && row.value.trim() === '';

/** The metadata of rows, without blank ones. */
export const metadataOf = (rows: MetadataRow[]): Metadata =>
  Object.fromEntries(rows.filter((row) => !isBlank(row)).map((row) => [row.key.trim(), row.value.trim()]));

/** Whether a row before has the key of the row. */
const isTwice = (rows: MetadataRow[], i: number): boolean =>
  rows[i]!.key.trim() !== '' && rows.slice(0, i).some((row) => row.key.trim() === rows[i]!.key.trim());

/** What is wrong with a row as it stands: another one has its key, or its value has none. */
export const wrongIn = (rows: MetadataRow[], i: number): 'twice' | 'noKey' | null => {
  const row = rows[i]!;
  if (isTwice(rows, i)) return 'twice';
  return row.key.trim() === '' && row.value.trim() !== '' ? 'noKey' : null;
};

export const isAnyWrong = (rows: MetadataRow[]): boolean => rows.some((_, i) => wrongIn(rows, i) !== null);

/** The key as a part of a JSON pointer. */
export const inPointer = (key: string): string => key.trim().replaceAll('~', '~0').replaceAll('/', '~1');

export const sayRow = (row: MetadataRow): string => `${row.key}: ${row.value}`;

/** The rows in lines. */
export const sayMetadata = (metadata: unknown): string =>
  rowsOf((metadata ?? {}) as Metadata).map(sayRow).join('\n') || '–';
