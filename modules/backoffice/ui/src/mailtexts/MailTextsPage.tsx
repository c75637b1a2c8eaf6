import { MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { mailTextKindValues } from '../../generated/schema';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';
import { mayLeave } from '../ui/unsaved';
import { isAboutOrder } from './placeholders';
import { TextForm } from './TextForm';

const madeUp = '';

/** What the shop's mails say in place of their own words, and how they look. */
export default function MailTextsPage() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [kind, setKind] = useState<string>('order_placed');
  const [order, setOrder] = useState(madeUp);
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', 'groups'],
    queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
    retry: false,
  });
  const orders = useQuery({
    queryKey: ['mailOrders'],
    queryFn: ({ signal }) => call<{ data: { id: string; number: string }[] }>('/v1/admin/orders?limit=10', { signal }),
    enabled: may('orders:read'),
    retry: false,
  });
  const { profile, mail } = data?.groups ?? {};
  const own = new Set(mail?.values.texts.map((t) => t.kind));
  const name = (k: string) => translate(own.has(k) ? 'mailtexts.own' : 'mailtexts.usual', { kind: translate(`ui.mailKinds.${k}`) });
  const choose = (chosen: string) => mayLeave() && setKind(chosen);
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1400 }}>
      <Title title={translate('mailtexts.title')} />
      <Typography>{translate('mailtexts.text')}</Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={600} />}
      {profile && mail && (
        <>
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
            <TextField select label={translate('mailtexts.kind')} value={kind} onChange={(e) => choose(e.target.value)} sx={{ minWidth: { md: 300 } }}>
              {mailTextKindValues.map((k) => <MenuItem key={k} value={k}>{name(k)}</MenuItem>)}
            </TextField>
            {isAboutOrder(kind) && (
              <TextField
                select
                label={translate('mailtexts.order')}
                value={order}
                onChange={(e) => setOrder(e.target.value)}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
                sx={{ minWidth: { md: 300 } }}
              >
                <MenuItem value={madeUp}>{translate('mailtexts.madeUp')}</MenuItem>
                {orders.data?.data.map((o) => <MenuItem key={o.id} value={o.id}>{o.number}</MenuItem>)}
              </TextField>
            )}
          </Stack>
          <TextForm
            key={kind}
            group={mail}
            kind={kind}
            locales={profile.values.locales}
            orderId={isAboutOrder(kind) && order !== madeUp ? order : null}
            onSaved={() => void queries.invalidateQueries({ queryKey: ['settings'] })}
          />
        </>
      )}
    </Stack>
  );
}
