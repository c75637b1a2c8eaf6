import { Button } from '@mui/material';
import { useState } from 'react';
import { useGetList, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
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
        title={translate('deliveries.title')}
        tabs={{ source: 'status', values: ['', 'queued', 'delivered', 'failed', 'cancelled'], label: (v) => translate(v ? `deliveryStates.${v}` : 'list.all') }}
        filters={[
          <ChoiceFilter
            key="endpointId"
            source="endpointId"
            alwaysOn
            label={translate('webhooks.url')}
            any={translate('deliveries.anyEndpoint')}
            choices={endpoints.map((w) => ({ value: w.id, label: w.url }))}
          />,
        ]}
        empty={translate('deliveries.empty')}
        first={may('webhooks:write') && <Button component={Link} to="/webhooks" variant="contained">{translate('webhooks.title')}</Button>}
        columns={[
          { name: 'type', label: translate('events.name'), show: type },
          { name: 'status', label: translate('webhooks.status'), show: (d) => <Status kind="deliveryStates" value={d.status} /> },
          { name: 'attempts', label: translate('mails.attempts'), align: 'right', show: (d) => d.attempts },
          { name: 'answer', label: translate('deliveries.answer'), show: (d) => <Answer of={d} /> },
          { name: 'createdAt', label: translate('mails.created'), show: (d) => <Ago at={d.createdAt} /> },
          { name: 'again', label: translate('list.actions'), align: 'right', show: again },
        ]}
        small={(d) => ({ first: type(d), second: translate(`deliveryStates.${d.status}`), right: again(d) })}
      />
      {open && <DeliveryDrawer id={open} onClose={() => setOpen(null)} onChanged={refresh} />}
    </>
  );
}
