import { Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';

/** Where an account has things sent to. */
export function CustomerAddresses({ user }: { user: Schemas['ManagedUser'] }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['addresses', user.id],
    queryFn: ({ signal }) => call<Schemas['Address'][]>(`/v1/admin/users/${user.id}/addresses`, { signal }),
    retry: false,
  });
  return (
    <Part title={translate('customers.addresses')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={80} />}
      {data?.length === 0 && <Typography color="textSecondary">{translate('customers.noAddresses')}</Typography>}
      <Stack spacing={2}>{data?.map((a) => <OneAddress key={a.id} of={a} />)}</Stack>
    </Part>
  );
}

function OneAddress({ of: a }: { of: Schemas['Address'] }) {
  const translate = useTranslate();
  const head = [a.label, a.isDefault && translate('customers.isDefault')].filter(Boolean).join(' · ');
  return (
    <div>
      {head && <Typography variant="body2" color="textSecondary">{head}</Typography>}
      <Typography sx={{ whiteSpace: 'pre-line' }}>
        {[a.fullName, a.company, a.line1, a.line2, `${a.postalCode} ${a.city}`, a.state, a.country, a.phone].filter(Boolean).join('\n')}
      </Typography>
    </div>
  );
}
