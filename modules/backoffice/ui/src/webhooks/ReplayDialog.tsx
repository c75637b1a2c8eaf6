import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { FormDialog } from '../ui/FormDialog';

interface Props {
  of: Schemas['Webhook'];
  onDone: () => void;
  onClose: () => void;
}

/** Asks which events of the log a webhook gets again: by default, those since it was disabled last. */
export function ReplayDialog({ of, onDone, onClose }: Props) {
  const translate = useTranslate();
  return (
    <FormDialog<Schemas['WebhookReplay']>
      path="/v1/admin/webhooks/replays"
      title={translate('webhooks.replays.startTitle')}
      submit={translate('webhooks.replays.start')}
      fields={[
        { name: 'from', label: translate('webhooks.replays.from'), kind: 'time', required: true },
        {
          name: 'to', label: translate('webhooks.replays.to'), kind: 'time',
          help: translate('webhooks.replays.toHelp'),
        },
        { name: 'events', label: translate('webhooks.replays.events'), kind: 'choices', free: true, help: translate('webhooks.replays.eventsHelp') },
      ]}
      also={{ endpointId: of.id }}
      about={of.id}
      initial={of.disabledAt ? { from: of.disabledAt } : undefined}
      omitEmpty
      done={() => translate('webhooks.replays.done')}
      onDone={onDone}
      onRefused={onDone}
      onClose={onClose}
    />
  );
}
