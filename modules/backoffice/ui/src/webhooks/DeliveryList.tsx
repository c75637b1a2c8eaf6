import { Button } from '@mui/material';
import { useState } from 'react';
import { useGetList, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { webhookDeliveryStatusValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { Answer, DeliveryDrawer, RedeliverButton } from './DeliveryDrawer';

type Delivery = Schemas['WebhookDelivery'];

/** What was sent to webhooks, and what came of it. */
export default function DeliveryList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [open, setOpen] = useState<string | null>(null);
  const { data: endpoints = [] } = useGetList<Schemas['Webhook']>('webhooks', { pagination: { page: 1, perPage: 100 }, sort: { field: '', order: 'ASC' } }, { retry: false });
  const type = (d: Delivery) => <Button size="small" onClick={() => setOpen(d.id)} sx={{ textTransform: 'none', whiteSpace: 'nowrap' }}>{d.type}</Button>;
  const again = (d: Delivery) => <RedeliverButton of={d} onDone={refresh} />;
  return (
    <>
      <ListPage<Delivery>
        title={translate('webhooks.delivery.title')}
        tabs={{ source: 'status', values: ['', ...webhookDeliveryStatusValues], label: (v) => translate(v ? `webhooks.deliveryStates.${v}` : 'ui.list.all') }}
        filters={[
          <ChoiceFilter
            key="endpointId"
            source="endpointId"
            alwaysOn
            label={translate('webhooks.url')}
            any={translate('webhooks.delivery.anyEndpoint')}
            choices={endpoints.map((w) => ({ value: w.id, label: w.url }))}
          />,
        ]}
        empty={translate('webhooks.delivery.empty')}
        first={may('webhooks:write') && <Button component={Link} to="/webhooks" variant="contained">{translate('webhooks.title')}</Button>}
        columns={[
          { name: 'type', label: translate('ui.words.event'), show: type },
          { name: 'status', label: translate('ui.words.status'), show: (d) => <Status kind="webhooks.deliveryStates" value={d.status} /> },
          { name: 'attempts', label: translate('ui.words.attempts'), align: 'right', show: (d) => d.attempts },
          { name: 'answer', label: translate('webhooks.delivery.answer'), show: (d) => <Answer of={d} /> },
          { name: 'createdAt', label: translate('ui.words.created'), show: (d) => <Ago at={d.createdAt} /> },
          { name: 'again', label: translate('ui.list.actions'), align: 'right', show: again },
        ]}
        small={(d) => ({ first: type(d), second: translate(`webhooks.deliveryStates.${d.status}`), right: again(d) })}
      />
      {open && <DeliveryDrawer id={open} onClose={() => setOpen(null)} onChanged={refresh} />}
    </>
  );
}
