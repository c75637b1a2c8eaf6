import { Checkbox, Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { ProblemAlert, useProblemText } from '../ui/Problem';

type Switches = Schemas['NoticeSwitches'];
type List = Schemas['NoticeSwitchesList'];

const path = '/v1/admin/me/notices';
const key = ['notices'];

/** What one hears of in the inbox and by mail, each kind with its switches. */
export function NoticeSwitches() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const notify = useNotify();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => call<List>(path, { signal }), retry: false });
  const choose = async (chosen: Switches) => {
    setBusy(true);
    try {
      queries.setQueryData(key, await call<List>(path, { method: 'PUT', body: { data: [chosen] }, key: crypto.randomUUID() }));
      notify('account.notices.saved', { type: 'success' });
    } catch (failure) {
      notify(text(failure), { type: 'error' });
    }
    setBusy(false);
  };
  const box = (of: Switches, where: 'inbox' | 'mail', name: string) => (
    <Checkbox
      checked={of[where]}
      disabled={busy}
      onChange={(event) => void choose({ ...of, [where]: event.target.checked })}
      slotProps={{ input: { 'aria-label': `${name}: ${translate(`account.notices.${where}`)}` } }}
    />
  );
  return (
    <Part title={translate('account.notices.title')}>
      <Typography gutterBottom>{translate('account.notices.text')}</Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={300} />}
      {data && (
        <Table size="small">
          <TableHead>
            <TableRow>{['kind', 'inbox', 'mail'].map((column) => <TableCell key={column} align={column === 'kind' ? 'left' : 'center'}>{translate(`account.notices.${column}`)}</TableCell>)}</TableRow>
          </TableHead>
          <TableBody>
            {data.data.map((of) => {
              const name = translate(`account.notices.kinds.${of.kind}`, { _: of.kind });
              return (
                <TableRow key={of.kind}>
                  <TableCell component="th" scope="row">{name}</TableCell>
                  <TableCell align="center">{box(of, 'inbox', name)}</TableCell>
                  <TableCell align="center">{box(of, 'mail', name)}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      )}
    </Part>
  );
}
