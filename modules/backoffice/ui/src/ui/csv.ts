/** Writes rows as CSV. As in the service's exports, no cell is one that a spreadsheet would run. */
export function csvOf(rows: string[][]): Blob {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",;\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => row.map(cell).join(',') + '\r\n');
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}
