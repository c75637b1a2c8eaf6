import { Box, Button, Drawer, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { logOf } from '../events/EventList';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, Facts } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { Rows } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';

type Delivery = Schemas['WebhookDelivery'];
type Detail = Schemas['WebhookDeliveryDetail'];
type Attempt = Schemas['WebhookAttempt'];

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** What a receiver answered: a status, or why there is none. */
export function Answer({ of: { statusCode, error } }: { of: Pick<Delivery, 'statusCode' | 'error'> }) {
  const translate = useTranslate();
  return <>{statusCode ?? (error ? translate(`webhooks.deliveryErrors.${error}`, { _: error }) : '–')}</>;
}

/** One delivery with what was sent and what was answered, at the side of the page. */
export function DeliveryDrawer({ id, onClose, onChanged }: Props) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const heading = useId();
  const key = ['delivery', id];
  const { data: delivery, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<Detail>(`/v1/admin/webhooks/deliveries/${id}`, { signal }),
    retry: false,
  });
  const changed = () => {
    void queries.invalidateQueries({ queryKey: key });
    onChanged();
  };
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading, sx: { width: { xs: '100%', sm: 620 } } } }}>
      <Stack spacing={2} sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start' }}>
          <Typography id={heading} variant="h2" sx={{ overflowWrap: 'anywhere' }}>{delivery?.type ?? '…'}</Typography>
          <Button onClick={onClose} autoFocus>{translate('ui.command.close')}</Button>
        </Stack>
        {error && <ProblemAlert error={error} retry={refetch} />}
        {!delivery && !error && <Skeleton variant="rounded" height={300} />}
        {delivery && <Content delivery={delivery} onChanged={changed} />}
      </Stack>
    </Drawer>
  );
}

function Content({ delivery, onChanged }: { delivery: Detail; onChanged: () => void }) {
  const translate = useTranslate();
  return (
    <>
      <div><Status kind="webhooks.deliveryStates" value={delivery.status} /></div>
      <Facts
        prefix="webhooks.delivery"
        of={[
          ['delivered', delivery.deliveredAt && <Time at={delivery.deliveredAt} />],
          ['next', delivery.nextAttemptAt && <Time at={delivery.nextAttemptAt} />],
        ]}
      />
      <RedeliverButton of={delivery} onDone={onChanged} />
      <Typography variant="h2" component="h3">{translate('webhooks.delivery.log')}</Typography>
      {delivery.log.length === 0 && (
        <Typography color="textSecondary">{translate('webhooks.delivery.noAttempt')}</Typography>
      )}
      {delivery.log.length > 0 && (
        <Rows<Attempt>
          rows={[...delivery.log].reverse()}
          keyOf={(a) => a.at}
          columns={[
            { name: 'at', label: translate('ui.words.when'), show: (a) => <><Ago at={a.at} /> · {translate('webhooks.delivery.took', { ms: a.durationMs })}</> },
            { name: 'answer', label: translate('webhooks.delivery.answer'), show: (a) => <><Answer of={a} />{a.response && <Typed text={a.response} />}</> },
          ]}
        />
      )}
      <Typography variant="h2" component="h3">{translate('webhooks.delivery.request')}</Typography>
      {delivery.request ? <Typed text={textOf(delivery.request)} label={translate('webhooks.delivery.request')} /> : <Typography color="textSecondary">{translate('webhooks.delivery.notSent')}</Typography>}
      {may('events:read') && (
        <Link to={logOf('events', { key: delivery.key })}>{translate('webhooks.delivery.ofKey')}</Link>
      )}
    </>
  );
}

/** Sends the event of a delivery once more. One that waits is under way. */
export function RedeliverButton({ of, onDone }: { of: Delivery; onDone: () => void }) {
  if (of.status === 'queued' || !may('webhooks:write')) return null;
  return (
    <Commands>
      <CommandButton<Delivery> text="webhooks.delivery.again" values={{ type: of.type }} path={`/v1/admin/webhooks/deliveries/${of.id}/redeliver`} onDone={onDone} onRefused={onDone} />
    </Commands>
  );
}

/** Headers, an empty line, and the body with indentation. */
function textOf({ headers, body }: Schemas['WebhookRequest']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', JSON.stringify(JSON.parse(body), null, 2)].join('\n');
}

function Typed({ text, label }: { text: string; label?: string }) {
  return (
    <Box
      component="pre"
      tabIndex={label ? 0 : undefined}
      aria-label={label}
      role={label ? 'region' : undefined}
      sx={{ m: 0, p: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', bgcolor: 'action.hover', borderRadius: 1, fontSize: '0.8rem', maxHeight: 400, overflowY: 'auto' }}
    >
      {text}
    </Box>
  );
}
