import { Button } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';

type Delivery = Schemas['WebhookDelivery'];

/** What was sent to webhooks, and what came of it. */
export default function DeliveryList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const again = (d: Delivery) => d.status !== 'queued' && may('webhooks:write') && (
    <CommandButton<Delivery> text="deliveries.again" values={{ type: d.type }} path={`/v1/admin/webhooks/deliveries/${d.id}/redeliver`} onDone={refresh} onRefused={refresh} />
  );
  return (
    <ListPage<Delivery>
      title={translate('deliveries.title')}
      tabs={{ source: 'status', values: ['', 'queued', 'delivered', 'failed', 'cancelled'], label: (v) => translate(v ? `deliveryStates.${v}` : 'list.all') }}
      empty={translate('deliveries.empty')}
      first={may('webhooks:write') && <Button component={Link} to="/webhooks" variant="contained">{translate('webhooks.title')}</Button>}
      columns={[
        { name: 'type', label: translate('events.name'), show: (d) => d.type },
        { name: 'status', label: translate('webhooks.status'), show: (d) => <Status kind="deliveryStates" value={d.status} /> },
        { name: 'attempts', label: translate('mails.attempts'), align: 'right', show: (d) => d.attempts },
        { name: 'answer', label: translate('deliveries.answer'), show: (d) => d.statusCode ?? d.error },
        { name: 'createdAt', label: translate('mails.created'), show: (d) => <Ago at={d.createdAt} /> },
        { name: 'again', label: translate('list.actions'), align: 'right', show: again },
      ]}
      small={(d) => ({ first: d.type, second: translate(`deliveryStates.${d.status}`), right: again(d) })}
    />
  );
}
