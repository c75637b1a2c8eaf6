import { Alert, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRedirect, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useRefused } from '../ui/useRefused';
import { stageTexts } from '../orders/pickup';

/** Who is erased or exported: an account or a guest. */
export interface Person {
  id: string;
  fullName: string;
  email: string;
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
        {data.data.map((o) => <li key={o.id}><Link to={`/orders/${o.id}`}>{o.number}</Link>: {translate(`${stageTexts(o)}.${o.stage}`)}, {translate(`ui.payments.${o.paymentStatus}`)}</li>)}
      </ul>
    </Alert>
  );
}

const openStages = ['awaiting_payment', 'placed', 'processing', 'partially_shipped', 'shipped', 'out_for_delivery'];

interface Props {
  of: Person;
  /** Where it is posted. */
  path: string;
  /** The list that is shown afterwards. */
  list: 'customers' | 'guests';
  onRefused: () => void;
  onClose: () => void;
}

/** Erases an account or a guest, when the email is typed. */
export function EraseDialog({ of, path, list, onRefused, onClose }: Props) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const queries = useQueryClient();
  const { onError, shown } = useRefused();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  return (
    <CommandDialog<object>
      path={path}
      body={{ reason }}
      title={translate('customers.erase.title', { name: of.fullName })}
      submit={translate('customers.erase.button')}
      danger
      disabled={typed.trim().toLowerCase() !== of.email.toLowerCase() || !reason.trim()}
      done={() => translate(list === 'guests' ? 'customers.erase.guestDone' : 'customers.erase.done')}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: [list, 'getList'] });
        redirect(`/${list}`);
      }}
      onError={onError}
      placed={['reason']}
      onRefused={onRefused}
      onClose={onClose}
    >
      <Typography>{translate(list === 'guests' ? 'customers.erase.guestText' : 'customers.erase.text')}</Typography>
      <OpenOrders customerId={of.id} />
      <TextField label={translate('customers.erase.type', { email: of.email })} value={typed} onChange={(e) => setTyped(e.target.value)} autoComplete="off" autoFocus />
      <TextField {...shown('reason')} label={translate('customers.erase.reason')} value={reason} onChange={(e) => setReason(e.target.value)} required multiline />
    </CommandDialog>
  );
}
