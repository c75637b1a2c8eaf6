import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Schemas } from '../types';
import { RecordList } from '../ui/RecordList';
import { SecretDialog } from '../ui/SecretDialog';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';

type Webhook = Schemas['Webhook'];

/** Where events are sent to. */
export default function WebhookList() {
  const translate = useTranslate();
  const [secret, setSecret] = useState<{ url: string; secret: string } | null>(null);
  return (
    <>
      <RecordList<Webhook>
        text="webhooks"
        path="/v1/admin/webhooks"
        scope="webhooks:write"
        name={(w) => w.url}
        second={(w) => translate(`webhooks.states.${w.status}`)}
        initial={{ enabled: true, events: ['ordering.*'] }}
        to={(w) => `/webhooks/${w.id}`}
        onMade={(w) => setSecret(w as Schemas['NewWebhook'])}
        fields={[
          { name: 'url', label: translate('webhooks.url'), required: true },
          { name: 'events', label: translate('webhooks.events'), kind: 'choices', free: true, required: true, help: translate('webhooks.eventsHelp') },
          { name: 'description', label: translate('webhooks.description') },
          { name: 'personalData', label: translate('webhooks.personalData'), kind: 'switch' },
          { name: 'enabled', label: translate('webhooks.enabled'), kind: 'switch' },
        ]}
        columns={[
          { name: 'url', label: translate('webhooks.url'), show: (w) => w.url },
          { name: 'description', label: translate('webhooks.description'), show: (w) => w.description },
          { name: 'events', label: translate('webhooks.events'), show: (w) => w.events.join(', ') },
          { name: 'status', label: translate('ui.words.status'), show: (w) => <Status kind="webhooks.states" value={w.status} /> },
          { name: 'lastSuccessAt', label: translate('webhooks.lastAnswer'), show: (w) => (w.lastSuccessAt ? <Ago at={w.lastSuccessAt} /> : '–') },
          { name: 'pending', label: translate('webhooks.pending'), align: 'right', show: (w) => <Link to={`/deliveries?filter=${encodeURIComponent(JSON.stringify({ endpointId: w.id }))}`}>{w.pending}</Link> },
        ]}
      />
      {secret && <SecretDialog title={translate('webhooks.secretOf', { url: secret.url })} secret={secret.secret} onClose={() => setSecret(null)} />}
    </>
  );
}

