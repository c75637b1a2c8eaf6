import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** The names of the columns; those from numbersFrom on stand at the right. */
  head: string[];
  numbersFrom: number;
  /** The cells of each row. */
  rows: { key: string; cells: ReactNode[]; total?: boolean }[];
}

/** A table of amounts, which scrolls sideways where there is no room for it. */
export function WideTable({ label, head, numbersFrom, rows }: Props) {
  const align = (column: number) => (column >= numbersFrom ? 'right' : undefined);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small" sx={{ '& tr[data-total] td': { fontWeight: 'bold' } }}>
        <TableHead>
          <TableRow>{head.map((name, i) => <TableCell key={name} align={align(i)}>{name}</TableCell>)}</TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells, total }) => (
            <TableRow key={key} data-total={total ? '' : undefined}>
              {head.map((name, i) => <TableCell key={name} align={align(i)}>{cells[i]}</TableCell>)}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
