import { Button, Grid, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { RelatedList, relatedKey } from '../ui/RelatedList';
import { SecretDialog } from '../ui/SecretDialog';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';
import { Answer, DeliveryDrawer } from './DeliveryDrawer';
import { ReplayDialog } from './ReplayDialog';

type Webhook = Schemas['Webhook'];
type Delivery = Schemas['WebhookDelivery'];
type Replay = Schemas['WebhookReplay'];

const replays = '/v1/admin/webhooks/replays';
const deliveries = '/v1/admin/webhooks/deliveries';

/** One webhook: its state, what was sent to it, and what is sent again. */
export default function WebhookPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Webhook> resource="webhooks" title={(w) => translate('webhooks.one', { host: new URL(w.url).host })} none={translate('webhooks.none')}>
      {(detail) => <Content {...detail} />}
    </DetailPage>
  );
}

function Content(detail: Detail<Webhook>) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const w = detail.record;
  const reread = () => {
    detail.reread();
    for (const path of [replays, deliveries]) void queries.invalidateQueries({ queryKey: relatedKey(path) });
  };
  return (
    <>
      <div><Status kind="webhooks.states" value={w.status} /></div>
      {may('webhooks:write') && <WebhookCommands {...detail} reread={reread} />}
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, md: 5 }}>
          <Part title={translate('ui.words.status')}>
            <Facts
              prefix="webhooks"
              of={[
                ['url', w.url],
                ['description', w.description],
                ['events', w.events.join(', ')],
                ['personalData', translate(w.personalData ? 'ui.conflict.yes' : 'ui.conflict.no')],
                ['pending', w.pending],
                ['lastAnswer', <Time at={w.lastSuccessAt} />],
                ['failingSince', w.failingSince && <Time at={w.failingSince} />],
                ['disabledAt', w.disabledAt && <><Time at={w.disabledAt} />{'\n'}{translate(`webhooks.disabledReasons.${w.disabledReason}`)}</>],
                ['oldSecretUntil', w.oldSecretUntil && <Time at={w.oldSecretUntil} />],
              ]}
            />
          </Part>
        </Grid>
        <Grid size={{ xs: 12, md: 7 }}>
          <Stack spacing={2}>
            <Part title={translate('webhooks.deliveries')}><Deliveries of={w} onChanged={reread} /></Part>
            <Part title={translate('webhooks.replays.title')}><Replays of={w} onChanged={reread} /></Part>
          </Stack>
        </Grid>
      </Grid>
    </>
  );
}

function WebhookCommands({ record: w, show, reread }: Detail<Webhook>) {
  const translate = useTranslate();
  const [secret, setSecret] = useState<string | null>(null);
  const [replaying, setReplaying] = useState(false);
  const path = `/v1/admin/webhooks/${w.id}`;
  const values = { url: w.url };
  const outcome = (t: Schemas['WebhookTest']) =>
    translate(t.ok ? 'webhooks.test.ok' : 'webhooks.test.failed', { status: t.statusCode ?? t.error ?? '', ms: t.durationMs });
  return (
    <Commands>
      <CommandButton<Schemas['WebhookTest']> text="webhooks.test" values={values} path={`${path}/test`} done={outcome} onDone={() => undefined} onRefused={reread} />
      <CommandButton<Webhook> text={w.enabled ? 'webhooks.pause' : 'webhooks.resume'} path={path} method="PATCH" body={{ enabled: !w.enabled }} version={w.version} onDone={show} onRefused={reread} />
      <Button variant="outlined" disabled={!w.enabled} onClick={() => setReplaying(true)}>{translate('webhooks.replays.start')}</Button>
      <CommandButton<Schemas['RotatedWebhookSecret']>
        text="webhooks.rotate"
        values={values}
        path={`${path}/rotate-secret`}
        body={{}}
        version={w.version}
        onRefused={reread}
        onDone={(made) => {
          setSecret(made.secret);
          reread();
        }}
      />
      {replaying && <ReplayDialog of={w} onDone={reread} onClose={() => setReplaying(false)} />}
      {secret && <SecretDialog title={translate('webhooks.secretOf', values)} secret={secret} onClose={() => setSecret(null)} />}
    </Commands>
  );
}

function Deliveries({ of, onChanged }: { of: Webhook; onChanged: () => void }) {
  const translate = useTranslate();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <RelatedList<Delivery>
        path={deliveries}
        filter={{ endpointId: of.id }}
        keyOf={(d) => d.id}
        empty={translate('webhooks.delivery.empty')}
        columns={[
          { name: 'type', label: translate('ui.words.event'), show: (d) => <Button size="small" onClick={() => setOpen(d.id)} sx={{ textTransform: 'none', whiteSpace: 'nowrap' }}>{d.type}</Button> },
          { name: 'status', label: translate('ui.words.status'), show: (d) => <Status kind="webhooks.deliveryStates" value={d.status} /> },
          { name: 'answer', label: translate('webhooks.delivery.answer'), show: (d) => <Answer of={d} /> },
          { name: 'createdAt', label: translate('ui.words.created'), show: (d) => <Ago at={d.createdAt} /> },
        ]}
      />
      {open && <DeliveryDrawer id={open} onClose={() => setOpen(null)} onChanged={onChanged} />}
    </>
  );
}

function Replays({ of, onChanged }: { of: Webhook; onChanged: () => void }) {
  const translate = useTranslate();
  const stop = (r: Replay) => r.status === 'running' && may('webhooks:write') && (
    <CommandButton text="webhooks.replays.stop" path={`${replays}/${r.id}`} method="DELETE" danger onDone={onChanged} onRefused={onChanged} />
  );
  return (
    <RelatedList<Replay>
      path={replays}
      filter={{ endpointId: of.id }}
      keyOf={(r) => r.id}
      empty={translate('webhooks.replays.empty')}
      columns={[
        { name: 'from', label: translate('webhooks.replays.from'), show: (r) => <Time at={r.from} /> },
        { name: 'to', label: translate('webhooks.replays.to'), show: (r) => <Time at={r.to} /> },
        { name: 'status', label: translate('ui.words.status'), show: (r) => <Status kind="webhooks.replayStates" value={r.status} /> },
        { name: 'queued', label: translate('webhooks.replays.queued'), align: 'right', show: (r) => r.queued },
        { name: 'stop', label: translate('ui.list.actions'), show: stop },
      ]}
    />
  );
}
