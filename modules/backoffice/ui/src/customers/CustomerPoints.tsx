import { Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { Money, useEuros } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';
import { RelatedList } from '../ui/RelatedList';
import { Time } from '../ui/Time';

type User = Schemas['ManagedUser'];

export const pointsKey = (userId: string) => ['points', userId];

/** The points of an account. */
export const usePoints = (userId: string) =>
  useQuery({
    queryKey: pointsKey(userId),
    queryFn: ({ signal }) => call<Schemas['LoyaltySummary']>(`/v1/admin/loyalty/${userId}`, { signal }),
    retry: false,
  });

/** The points of an account, how they came about, and its vouchers. */
export function CustomerPoints({ user }: { user: User }) {
  const translate = useTranslate();
  const euros = useEuros();
  const { data, error, refetch } = usePoints(user.id);
  return (
    <Part title={translate('customers.ledger')}>
      <Stack spacing={2}>
        {error && <ProblemAlert error={error} retry={refetch} />}
        {!data && !error && <Skeleton variant="rounded" height={40} />}
        {data && <Typography>{translate('customers.balance', { points: data.availablePoints, value: euros(data.discountValue) })}</Typography>}
        <RelatedList<Schemas['LoyaltyEntry']>
          path={`/v1/admin/loyalty/${user.id}/history`}
          keyOf={(e) => e.id}
          empty={translate('customers.noPoints')}
          columns={[
            { name: 'kind', label: translate('ui.words.event'), show: (e) => <>{translate(`customers.entryKinds.${e.kind}`)}{e.note && ` · ${e.note}`}</> },
            { name: 'points', label: translate('customers.points.field'), align: 'right', show: (e) => translate('customers.pointsOf', { points: e.points > 0 ? `+${e.points}` : e.points, balance: e.balance }) },
            { name: 'createdAt', label: translate('ui.words.when'), show: (e) => <Time at={e.createdAt} date /> },
          ]}
        />
        <Typography component="h3" variant="subtitle1">{translate('customers.vouchers')}</Typography>
        <RelatedList<Schemas['Voucher']>
          path={`/v1/admin/loyalty/${user.id}/vouchers`}
          keyOf={(v) => v.id}
          empty={translate('customers.noVouchers')}
          columns={[
            { name: 'code', label: translate('customers.vouchers'), show: (v) => v.code },
            { name: 'status', label: translate('ui.words.status'), show: (v) => translate(`customers.voucherStates.${v.status}`) },
            { name: 'value', label: 'EUR', align: 'right', show: (v) => <Money of={v.value} /> },
            { name: 'expiresAt', label: translate('customers.until'), show: (v) => <Time at={v.expiresAt} date /> },
          ]}
        />
      </Stack>
    </Part>
  );
}
