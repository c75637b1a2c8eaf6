import { Checkbox, Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Selection } from './BulkBar';
import type { Column, ListProps } from './ListPage';

/** What the rows of a list are made of. */
export interface ShownRows<T> extends ListProps<T> {
  /** undefined while they are read for the first time. */
  rows: T[] | undefined;
  busy: boolean;
  /** Whether the rows are the former ones. */
  isStale: boolean;
  selection: Selection<T>;
}

/** Commands at the right of a row stand below their heading, on one line. */
const rightCommands = { '& > .MuiStack-root': { justifyContent: 'flex-end', flexWrap: 'nowrap' } };

/** How many placeholders stand for rows. */
export const placeholders = [1, 2, 3, 4, 5];

/** The rows of a list as a table, with its headings from the first moment. */
export function RowTable<T extends RaRecord>({ rows, busy, isStale, columns, to, bulk, selection }: ShownRows<T>) {
  const translate = useTranslate();
  return (
    <TableContainer>
      <Table size="small" aria-busy={busy} sx={{ opacity: isStale ? 0.5 : 1 }}>
        <TableHead>
          <TableRow>
            {bulk && <TableCell padding="checkbox"><PageCheckbox rows={rows ?? []} selection={selection} /></TableCell>}
            {columns.map((column) => <Heading key={column.name} column={column} />)}
          </TableRow>
        </TableHead>
        <TableBody>
          {!rows && placeholders.map((row) => (
            <TableRow key={row} aria-hidden>
              {bulk && <TableCell padding="checkbox" />}
              {columns.map((column) => <TableCell key={column.name}><Skeleton /></TableCell>)}
            </TableRow>
          ))}
          {rows?.map((record) => (
            <TableRow key={record.id} selected={selection.has(record)}>
              {bulk && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={selection.has(record)}
                    onChange={() => selection.toggle(record)}
                    slotProps={{ input: { 'aria-label': translate('ui.bulk.selectOne', { name: bulk[0]?.name(record) }) } }}
                  />
                </TableCell>
              )}
              {columns.map((column, i) => (
                <TableCell key={column.name} align={column.align} sx={column.align && rightCommands}>
                  {i === 0 && to ? <FirstCell to={to(record)}>{column.show(record)}</FirstCell> : column.show(record)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The way to a record's page. A short name, or a number, stays on one line. */
function FirstCell({ to, children }: { to: string; children: ReactNode }) {
  const isShort = typeof children === 'string' && children.length <= 30;
  return <Link to={to} style={isShort ? { whiteSpace: 'nowrap' } : undefined}>{children}</Link>;
}

function Heading<T>({ column }: { column: Column<T> }) {
  const { sort, setSort } = useListContext();
  if (!column.sort) return <TableCell align={column.align}>{column.label}</TableCell>;
  const isSorted = sort.field === column.sort;
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  const order = isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC';
  return (
    <TableCell align={column.align} sortDirection={isSorted ? direction : false}>
      <TableSortLabel active={isSorted} direction={isSorted ? direction : 'asc'} onClick={() => setSort({ field: column.sort!, order })}>
        {column.label}
      </TableSortLabel>
    </TableCell>
  );
}

function PageCheckbox<T extends RaRecord>({ rows, selection }: { rows: T[]; selection: Selection<T> }) {
  const translate = useTranslate();
  const chosen = rows.filter((record) => selection.has(record)).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      size="small"
      disabled={rows.length === 0}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => selection.set(rows, !all)}
      slotProps={{ input: { 'aria-label': translate('ui.bulk.selectPage') } }}
    />
  );
}
