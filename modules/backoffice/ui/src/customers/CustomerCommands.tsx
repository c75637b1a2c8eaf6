import { Alert, Button, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRedirect, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call, callRaw, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { CommandDialog } from '../ui/CommandDialog';
import { Commands, type Detail } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { useProblemText } from '../ui/Problem';
import { relatedKey } from '../ui/RelatedList';
import { saveFile } from '../ui/saveFile';
import { useRefused } from '../ui/useRefused';
import { pointsKey, usePoints } from './CustomerPoints';

type User = Schemas['ManagedUser'];

/** What may be done with an account. */
export function CustomerCommands({ record, show, reread }: Detail<User>) {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'points' | 'erase' | null>(null);
  const edits = {
    record,
    fields: [{ name: 'disabled', label: translate('customers.state'), show: (off: unknown) => translate(off ? 'customers.disabled' : 'customers.active') }],
  };
  const props = { path: `/v1/admin/users/${record.id}`, method: 'PATCH' as const, values: { name: record.fullName }, edits, onDone: show, onRefused: reread };
  const close = () => setDialog(null);
  return (
    <Commands>
      {may('customers:write') && record.role === 'customer' && (
        record.disabled
          ? <CommandButton<User> {...props} text="customers.enable" body={{ disabled: false }} />
          : <CommandButton<User> {...props} text="customers.disable" body={{ disabled: true }} danger />
      )}
      {may('loyalty:adjust') && record.role === 'customer' && (
        <Button variant="outlined" onClick={() => setDialog('points')}>{translate('customers.points.button')}</Button>
      )}
      {may('customers:write') && <ExportButton user={record} />}
      {may('customers:write') && record.role === 'customer' && (
        <Button variant="outlined" color="error" onClick={() => setDialog('erase')}>{translate('customers.erase.button')}</Button>
      )}
      {dialog === 'points' && <PointsDialog user={record} onRefused={reread} onClose={close} />}
      {dialog === 'erase' && <EraseDialog user={record} onRefused={reread} onClose={close} />}
    </Commands>
  );
}

/** Saves everything that is held on an account as a file. */
function ExportButton({ user }: { user: User }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const answer = await callRaw(`/v1/admin/users/${user.id}/export`);
      saveFile(new Blob([JSON.stringify(await answer.json(), null, 2)], { type: 'application/json' }), `${user.email}.json`);
      notify(translate('customers.export.done', { name: user.fullName }), { type: 'success' });
    } catch (error) {
      notify(text(error), { type: 'error' });
    }
    setBusy(false);
  };
  return <Button variant="outlined" onClick={run} disabled={busy}>{translate('customers.export.button')}</Button>;
}

interface DialogProps {
  user: User;
  onRefused: () => void;
  onClose: () => void;
}

/** Asks how many points an account gets or loses, and why; shows what it has afterwards. */
function PointsDialog({ user, onRefused, onClose }: DialogProps) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data: summary } = usePoints(user.id);
  const reread = () => {
    void queries.invalidateQueries({ queryKey: pointsKey(user.id) });
    void queries.invalidateQueries({ queryKey: relatedKey(`/v1/admin/loyalty/${user.id}/history`) });
  };
  const change = (points: unknown) =>
    summary && typeof points === 'number' && translate('customers.points.change', { before: summary.availablePoints, after: summary.availablePoints + points });
  return (
    <FormDialog<Schemas['LoyaltyEntry']>
      path={`/v1/admin/loyalty/${user.id}/adjust`}
      title={translate('customers.points.title', { name: user.fullName })}
      submit={translate('customers.points.button')}
      fields={[
        { name: 'points', label: translate('customers.points.field'), kind: 'number', required: true, help: translate('customers.points.text'), taken: 'insufficient_points' },
        { name: 'reason', label: translate('command.why'), required: true },
      ]}
      hint={({ points }) => <Typography role="status">{change(points)}</Typography>}
      done={(entry) => translate('customers.points.done', { balance: entry.balance })}
      onDone={reread}
      onRefused={() => {
        reread();
        onRefused();
      }}
      onClose={onClose}
    />
  );
}

/** What of an account's orders is not done yet; the names in them go, too. */
function OpenOrders({ customerId }: { customerId: string }) {
  const translate = useTranslate();
  const filter = { customerId, stage: openStages };
  const { data } = useQuery({
    queryKey: ['orders', 'open', customerId],
    queryFn: ({ signal }) => call<Schemas['AdminOrderList']>(`/v1/admin/orders${query({ ...filter, limit: 10 })}`, { signal }),
    enabled: may('orders:read'),
    retry: false,
    gcTime: 0,
  });
  if (!data || data.meta.total === 0) return null;
  return (
    <Alert severity="warning">
      {translate('customers.erase.open', { smart_count: data.meta.total })}
      <ul style={{ margin: 0, paddingLeft: '1em' }}>
        {data.data.map((o) => <li key={o.id}><Link to={`/orders/${o.id}`}>{o.number}</Link>: {translate(`stages.${o.stage}`)}, {translate(`payments.${o.paymentStatus}`)}</li>)}
      </ul>
    </Alert>
  );
}

const openStages = ['awaiting_payment', 'placed', 'processing', 'partially_shipped', 'shipped', 'out_for_delivery'];

/** Erases an account, when its email is typed. */
function EraseDialog({ user, onRefused, onClose }: DialogProps) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const queries = useQueryClient();
  const { onError, shown } = useRefused();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  return (
    <CommandDialog<object>
      path={`/v1/admin/users/${user.id}/erase`}
      body={{ reason }}
      title={translate('customers.erase.title', { name: user.fullName })}
      submit={translate('customers.erase.button')}
      danger
      disabled={typed.trim().toLowerCase() !== user.email || !reason.trim()}
      done={() => translate('customers.erase.done')}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ['customers', 'getList'] });
        redirect('/customers');
      }}
      onError={onError}
      placed={['reason']}
      onRefused={onRefused}
      onClose={onClose}
    >
      <Typography>{translate('customers.erase.text')}</Typography>
      <OpenOrders customerId={user.id} />
      <TextField label={translate('customers.erase.type', { email: user.email })} value={typed} onChange={(e) => setTyped(e.target.value)} autoComplete="off" autoFocus />
      <TextField {...shown('reason')} label={translate('customers.erase.reason')} value={reason} onChange={(e) => setReason(e.target.value)} required multiline />
    </CommandDialog>
  );
}
