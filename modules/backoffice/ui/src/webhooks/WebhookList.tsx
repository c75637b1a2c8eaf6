import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { RecordList } from '../ui/RecordList';
import { SecretDialog } from '../ui/SecretDialog';
import { Status } from '../ui/Status';

type Webhook = Schemas['Webhook'];

/** Where events are sent to. */
export default function WebhookList() {
  const translate = useTranslate();
  const [secret, setSecret] = useState<{ url: string; secret: string } | null>(null);
  const outcome = (t: Schemas['WebhookTest']) =>
    translate(t.ok ? 'webhooks.test.ok' : 'webhooks.test.failed', { status: t.statusCode ?? t.error ?? '', ms: t.durationMs });
  return (
    <>
      <RecordList<Webhook>
        text="webhooks"
        path="/v1/admin/webhooks"
        scope="webhooks:write"
        name={(w) => w.url}
        second={(w) => translate(`webhookStates.${w.status}`)}
        initial={{ enabled: true, events: ['ordering.*'] }}
        onMade={(w) => setSecret(w as Schemas['NewWebhook'])}
        fields={[
          { name: 'url', label: translate('webhooks.url'), required: true },
          { name: 'events', label: translate('webhooks.events'), kind: 'choices', free: true, required: true, help: translate('webhooks.eventsHelp') },
          { name: 'description', label: translate('webhooks.description') },
          { name: 'personalData', label: translate('webhooks.personalData'), kind: 'switch' },
          { name: 'enabled', label: translate('webhooks.enabled'), kind: 'switch' },
        ]}
        columns={[
          { name: 'url', label: translate('webhooks.url'), show: (w) => <>{w.url}{w.description && <><br /><small>{w.description}</small></>}</> },
          { name: 'events', label: translate('webhooks.events'), show: (w) => w.events.join(', ') },
          { name: 'status', label: translate('webhooks.status'), show: (w) => <Status kind="webhookStates" value={w.status} /> },
          { name: 'pending', label: translate('webhooks.pending'), align: 'right', show: (w) => <Link to={`/deliveries?filter=${encodeURIComponent(JSON.stringify({ endpointId: w.id }))}`}>{w.pending}</Link> },
        ]}
        more={(w) => (
          <>
            <CommandButton<Schemas['WebhookTest']> text="webhooks.test" values={{ url: w.url }} path={`/v1/admin/webhooks/${w.id}/test`} done={outcome} onDone={() => undefined} />
            <CommandButton<Schemas['RotatedWebhookSecret']> text="webhooks.rotate" values={{ url: w.url }} path={`/v1/admin/webhooks/${w.id}/rotate-secret`} body={{}} onDone={(made) => setSecret({ url: w.url, secret: made.secret })} />
          </>
        )}
      />
      {secret && <SecretDialog title={translate('webhooks.secretOf', { url: secret.url })} secret={secret.secret} onClose={() => setSecret(null)} />}
    </>
  );
}

