import { Alert, Box, Button, LinearProgress, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { DropZone } from '../ui/DropZone';
import { Money } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';
import { Status } from '../ui/Status';
import { Day } from './Day';
import { useStatement } from './useStatement';

type Uploaded = Schemas['UploadedStatement'];

/** The first and the last day of a statement. */
export function Days({ of }: { of: { from: string | null; to: string | null } }) {
  if (!of.from || !of.to) return <>–</>;
  return of.from === of.to ? <Day of={of.from} /> : <><Day of={of.from} /> – <Day of={of.to} /></>;
}

/** Takes a statement: what it would do is shown first, and it is kept when that is wanted. */
export function StatementUpload({ onKept }: { onKept: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { file, busy, preview, error, choose, check, keep, forget } = useStatement((kept) => {
    notify(translate('statements.kept', { booked: kept.entries.booked, open: kept.entries.open }), { type: 'success' });
    onKept();
  });
  return (
    <>
      <DropZone
        text={translate('statements.drop')}
        choose={translate('statements.choose')}
        label={translate('statements.chooser')}
        accept=".xml,.csv,.c53,text/xml,application/xml,text/csv"
        disabled={busy !== null}
        onFile={choose}
      />
      {busy && (
        <Box role="status">
          <Typography gutterBottom>{translate(`statements.${busy}`)}</Typography>
          <LinearProgress aria-label={translate(`statements.${busy}`)} />
        </Box>
      )}
      {error !== null && <ProblemAlert error={error} retry={() => void (preview ? keep() : check())} />}
      {preview && file && !busy && (
        <Part title={file.name}>
          <Preview of={preview} />
          <Stack direction="row" spacing={1} sx={{ mt: 2 }}>
            <Button variant="contained" onClick={() => void keep()}>{translate('statements.keep')}</Button>
            <Button onClick={forget}>{translate('statements.forget')}</Button>
          </Stack>
        </Part>
      )}
    </>
  );
}

/** What a statement would do. */
function Preview({ of }: { of: Uploaded }) {
  const translate = useTranslate();
  const entries = of.data ?? [];
  const columns = ['day', 'amount', 'name', 'text', 'order', 'match', 'becomes'];
  return (
    <>
      <Typography role="status">{translate('statements.wouldDo')}</Typography>
      <Stack component="ul" direction="row" spacing={3} useFlexGap sx={{ flexWrap: 'wrap', listStyle: 'none', p: 0 }}>
        {(['booked', 'open', 'known', 'ignored'] as const).map((count) => (
          <li key={count}>
            <Typography component="span" sx={{ fontWeight: 700 }}>{of.entries[count]}</Typography> {translate(`statements.would.${count}`)}
          </li>
        ))}
      </Stack>
      {entries.length === 0 && <Alert severity="info">{translate('statements.nothing')}</Alert>}
      {entries.length === 1000 && <Typography>{translate('statements.first')}</Typography>}
      {entries.length > 0 && (
        <TableContainer tabIndex={0} role="region" aria-label={translate('statements.wouldDo')} sx={{ maxHeight: 480 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                {columns.map((column) => <TableCell key={column} align={column === 'amount' ? 'right' : undefined}>{translate(`statements.entries.${column}`)}</TableCell>)}
              </TableRow>
            </TableHead>
            <TableBody>
              {entries.map((e) => (
                <TableRow key={e.id}>
                  <TableCell><Day of={e.bookedOn} /></TableCell>
                  <TableCell align="right"><Money of={e.amount} /></TableCell>
                  <TableCell>{e.name}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 200 }}>{e.text}</TableCell>
                  <TableCell>{e.orderNumber}</TableCell>
                  <TableCell>{translate(`statements.entries.matches.${e.match}`)}</TableCell>
                  <TableCell><Status kind="statements.entries.states" value={e.state} /></TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  );
}
