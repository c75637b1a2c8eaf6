import { Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ProblemAlert } from '../ui/Problem';
import { relatedKey, Rows } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';

type VatId = Schemas['VatId'];
type Proved = Schemas['VatIdWithChecks'];

const path = '/v1/admin/vat-ids';

/** The VAT id of an account, or null. The list is asked first: it has no fault for an account without one. */
async function readVatId(userId: string, signal: AbortSignal): Promise<Proved | null> {
  const found = await call<{ data: VatId[] }>(path + query({ userId, limit: 1 }), { signal });
  return found.data.length === 0 ? null : call<Proved>(`${path}/${userId}`, { signal });
}

/** The VAT id of an account with what proves it, and the confirmation of what was proved elsewhere. */
export function CustomerVatId({ user }: { user: Schemas['ManagedUser'] }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['vatId', user.id],
    queryFn: ({ signal }) => readVatId(user.id, signal),
    retry: false,
  });
  const reread = () => {
    void refetch();
    void queries.invalidateQueries({ queryKey: relatedKey('/v1/admin/audit') });
  };
  return (
    <Part title={translate('customers.vatId.title')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {data === undefined && !error && <Skeleton variant="rounded" height={80} />}
      {data === null && <Typography color="textSecondary">{translate('customers.vatId.none')}</Typography>}
      {data && (
        <Stack spacing={2}>
          <VatIdFacts of={data} />
          <Typography color="textSecondary">{translate('customers.vatId.counts')}</Typography>
          {may('customers:write') && (
            <Box><Button variant="outlined" onClick={() => setConfirming(true)}>{translate('customers.vatId.confirm.button')}</Button></Box>
          )}
          <Typography component="h3" variant="subtitle1">{translate('customers.vatId.evidence')}</Typography>
          <Evidence of={data.checks} />
        </Stack>
      )}
      {data && confirming && <ConfirmDialog of={data} reread={reread} onClose={() => setConfirming(false)} />}
    </Part>
  );
}

function VatIdFacts({ of: v }: { of: VatId }) {
  return (
    <Facts
      prefix="customers.vatId"
      of={[
        ['vatId', v.vatId],
        ['status', <Status kind="customers.vatId.states" value={v.status} />],
        ['name', v.name],
        ['address', v.address],
        ['checkedAt', v.checkedAt && <Time at={v.checkedAt} />],
        ['validUntil', v.validUntil && <Time at={v.validUntil} />],
        ['consultationNumber', v.consultationNumber],
      ]}
    />
  );
}

/** What proves, or disproves, the ids that the account has or had. */
function Evidence({ of: checks }: { of: Proved['checks'] }) {
  const translate = useTranslate();
  if (checks.length === 0) return <Typography color="textSecondary">{translate('customers.vatId.noEvidence')}</Typography>;
  return (
    <Rows
      rows={checks}
      keyOf={(c) => c.checkedAt}
      columns={[
        { name: 'checkedAt', label: translate('customers.vatId.checkedAt'), show: (c) => <Time at={c.checkedAt} /> },
        { name: 'vatId', label: translate('customers.vatId.vatId'), show: (c) => c.vatId },
        {
          name: 'valid', label: translate('customers.vatId.answer'),
          show: (c) => <Status kind="customers.vatId.states" value={c.valid ? 'valid' : 'invalid'} />,
        },
        {
          name: 'source', label: translate('customers.vatId.source'),
          show: (c) => [translate(`customers.vatId.sources.${c.source}`), c.consultationNumber, c.reason].filter(Boolean).join(' · '),
        },
      ]}
    />
  );
}

interface DialogProps {
  of: VatId;
  reread: () => void;
  onClose: () => void;
}

/** Asks for the number of the proof, and why it is taken. It is of the id that was shown. */
function ConfirmDialog({ of: v, reread, onClose }: DialogProps) {
  const translate = useTranslate();
  const [vatId] = useState(v.vatId);
  return (
    <FormDialog<VatId>
      path={`${path}/${v.userId}/confirm`}
      title={translate('customers.vatId.confirm.title', { vatId })}
      submit={translate('customers.vatId.confirm.button')}
      fields={[
        { name: 'consultationNumber', label: translate('customers.vatId.confirm.number'), required: true, help: translate('customers.vatId.confirm.text') },
        { name: 'reason', label: translate('customers.vatId.confirm.why'), required: true },
      ]}
      also={{ vatId }}
      done={(saved) => translate('customers.vatId.confirm.done', { vatId: saved.vatId })}
      onDone={reread}
      onRefused={reread}
      onClose={onClose}
    />
  );
}
