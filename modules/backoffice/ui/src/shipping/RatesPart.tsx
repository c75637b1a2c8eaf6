import { Alert, Button, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { Problem } from '../problem';
import { may } from '../providers';
import { useCountries } from '../ui/countries';
import { Commands, Part } from '../ui/DetailPage';
import { LastAct } from '../ui/LastAct';
import { ProblemAlert } from '../ui/Problem';
import { SaveBar } from '../ui/SaveBar';
import { priceFor, type Method, type Parcel } from './price';
import { RateFile } from './RateFile';
import { RateRow } from './RateRow';
import { isOfRow, usableRates } from './rows';
import { Trial } from './Trial';
import { useRates } from './useRates';

const cells = ['countries', 'postalPrefixes', 'fromGrams', 'fromGoods', 'price'] as const;
/** How many rows a table may have. */
const most = 200;

/** What a method costs by country, postal code, weight and goods, and a parcel to try that with. */
export function RatesPart({ method, show }: { method: Method; show: (saved: Method) => void }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const table = useRates(method, show);
  const { rows, change } = table;
  const [parcel, setParcel] = useState<Parcel | null>(null);
  const countries = useMethodCountries(method);
  const readOnly = !may('settings:write');
  const usable = useMemo(() => usableRates(rows, locale), [rows, locale]);
  const found = parcel && priceFor({ ...method, rates: usable.map(({ rate }) => rate) }, parcel);
  const place = found && typeof found !== 'string' && found.row !== null ? usable[found.row]!.place : null;
  return (
    <>
      <Part title={translate('shipping.rates.title')}>
        <Stack spacing={2}>
          <Typography>{translate(rows.length > 0 ? 'shipping.rates.text' : 'shipping.rates.none')}</Typography>
          {rows.length > 0 && (
            <TableContainer tabIndex={0} role="region" aria-label={translate('shipping.rates.title')}>
              <Table size="small" sx={{ '& td': { verticalAlign: 'top' } }}>
                <TableHead>
                  <TableRow>
                    <TableCell>{translate('shipping.rates.row')}</TableCell>
                    {cells.map((cell) => <TableCell key={cell}>{translate(`shipping.rates.${cell}`)}</TableCell>)}
                    {!readOnly && <TableCell>{translate('ui.list.actions')}</TableCell>}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.map((row, i) => (
                    <RateRow
                      key={row.key} row={row} number={i + 1} countries={countries} counts={place === i} readOnly={readOnly} change={change}
                    />
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
          )}
          {!readOnly && (
            <Commands>
              <Button variant="outlined" disabled={rows.length >= most} onClick={() => change({ what: 'add' })}>{translate('shipping.rates.add')}</Button>
              <Button variant="outlined" disabled={rows.length < 2} onClick={() => change({ what: 'sort', locale })}>{translate('shipping.rates.sort')}</Button>
            </Commands>
          )}
          <RateFile method={method} isDirty={table.isDirty} readOnly={readOnly} show={show} />
          {table.theirs ? <Conflict table={table} theirs={table.theirs} /> : table.error !== null && <TableProblem error={table.error} />}
          {!readOnly && (
            <SaveBar save={translate('shipping.rates.save')} dirty={table.isDirty} busy={table.busy} onSave={() => void table.save()} onUndo={table.undo} />
          )}
        </Stack>
      </Part>
      <Part title={translate('shipping.trial.title')}>
        <Trial rates={usable.map(({ rate }) => rate)} countries={countries} found={found} place={place} onChange={setParcel} />
      </Part>
    </>
  );
}

/** The countries that the method serves, for a choice. */
function useMethodCountries(method: Method) {
  const all = useCountries();
  return useMemo(() => (method.countries.length > 0 ? all.filter((c) => method.countries.includes(c.value)) : all), [all, method.countries]);
}

/** What the service said of a table, but what stands at its rows. */
function TableProblem({ error }: { error: unknown }) {
  const atRows = error instanceof Problem ? error.errors.filter(isOfRow).map(({ pointer }) => pointer.slice(1)) : [];
  return <ProblemAlert error={error} placed={atRows} />;
}

/** Another admin was faster: whose table is to stay. */
function Conflict({ table, theirs }: { table: ReturnType<typeof useRates>; theirs: Method }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning">
      <Typography gutterBottom>{translate('shipping.rates.conflict', { smart_count: theirs.rates.length })}</Typography>
      <LastAct of={theirs.id} />
      <Commands>
        <Button variant="outlined" color="inherit" onClick={() => table.adopt(theirs)}>{translate('shipping.rates.theirs')}</Button>
        <Button variant="outlined" color="inherit" onClick={() => void table.save(theirs)}>{translate('shipping.rates.mine')}</Button>
      </Commands>
    </Alert>
  );
}
