import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteIcon from '@mui/icons-material/Delete';
import { IconButton, Stack, TableCell, TableRow, TextField, Typography } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { Choices } from '../ui/Choices';
import { useFaultText } from '../ui/faults';
import type { Cell, Change, Row } from './rows';

interface Props {
  row: Row;
  number: number;
  /** The countries that it may be for. */
  countries: { value: string; label: string }[];
  /** Whether it gives the price of the parcel that is tried. */
  counts: boolean;
  readOnly: boolean;
  change: (change: Change) => void;
}

/** A row of the table of rates. It renders anew only when it has changed: there may be 200. */
export const RateRow = memo(function RateRow({ row, number, countries, counts, readOnly, change }: Props) {
  const translate = useTranslate();
  const text = useFaultText();
  const faultOf = (cell: Cell | null) => {
    const found = row.faults.find((f) => f.cell === cell);
    return found && text(found.fault);
  };
  const common = (cell: Cell) => ({
    variant: 'standard' as const, size: 'small' as const, disabled: readOnly, error: faultOf(cell) !== undefined, helperText: faultOf(cell),
    placeholder: row[cell].length > 0 ? undefined : translate(`shipping.rates.blank.${cell}`),
  });
  const nameOf = (cell: Cell) => translate('shipping.rates.cell', { cell: translate(`shipping.rates.${cell}`), number });
  const set = (cell: Cell, value: string | string[]) => change({ what: 'set', key: row.key, cell, value });
  const input = (cell: Exclude<Cell, 'countries'>, inputMode: 'text' | 'numeric' | 'decimal', minWidth: number) => (
    <TextField
      {...common(cell)}
      value={row[cell]}
      onChange={(event) => set(cell, event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': nameOf(cell), inputMode } }}
      sx={{ minWidth }}
    />
  );
  const wrong = faultOf(null);
  return (
    <TableRow selected={counts}>
      <TableCell>
        {number}
        {wrong && <Typography variant="body2" color="error" role="status" sx={{ minWidth: 120 }}>{wrong}</Typography>}
      </TableCell>
      <TableCell sx={{ minWidth: 180 }}>
        <Choices {...common('countries')} short name={nameOf('countries')} options={countries} value={row.countries} onChange={(chosen) => set('countries', chosen)} autoFocus={row.isNew} />
      </TableCell>
      <TableCell>{input('postalPrefixes', 'text', 120)}</TableCell>
      <TableCell>{input('fromGrams', 'numeric', 80)}</TableCell>
      <TableCell>{input('fromGoods', 'decimal', 80)}</TableCell>
      <TableCell>{input('price', 'decimal', 80)}</TableCell>
      {!readOnly && (
        <TableCell>
          <Stack direction="row">
            <IconButton size="small" aria-label={translate('shipping.rates.copy', { number })} onClick={() => change({ what: 'copy', key: row.key })}><ContentCopyIcon fontSize="small" /></IconButton>
            <IconButton size="small" aria-label={translate('shipping.rates.remove', { number })} onClick={() => change({ what: 'remove', key: row.key })}><DeleteIcon fontSize="small" /></IconButton>
          </Stack>
        </TableCell>
      )}
    </TableRow>
  );
});
