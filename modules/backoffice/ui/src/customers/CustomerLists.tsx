import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Sentence } from '../audit/Sentence';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { RelatedList } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';

type User = Schemas['ManagedUser'];

const filtered = (page: string, filter: Record<string, string>) => `/${page}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** The newest orders with the account's email. */
export function CustomerOrders({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.orders')}>
      <RelatedList<Schemas['Order']>
        path="/v1/admin/orders"
        filter={{ q: user.email }}
        keyOf={(o) => o.id}
        empty={translate('customers.noOrders')}
        columns={[
          { name: 'number', label: translate('tasks.order'), show: (o) => <Link to={`/orders/${o.id}`}>{o.number}</Link> },
          { name: 'placedAt', label: translate('events.occurred'), show: (o) => <Time at={o.placedAt} /> },
          { name: 'stage', label: translate('customers.state'), show: (o) => <Status kind="stages" value={o.stage} /> },
          { name: 'total', label: 'EUR', align: 'right', show: (o) => <Money of={o.total} /> },
        ]}
      >
        <Link to={filtered('orders', { q: user.email })}>{translate('customers.allOrders')}</Link>
      </RelatedList>
    </Part>
  );
}

/** What was mailed to the account. */
export function CustomerMails({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.mails')}>
      <RelatedList<Schemas['Mail']>
        path="/v1/admin/mails"
        filter={{ key: user.id }}
        keyOf={(m) => m.id}
        empty={translate('customers.noMails')}
        columns={[
          { name: 'kind', label: translate('mails.kind'), show: (m) => translate(`mailKinds.${m.kind}`, { _: m.kind }) },
          { name: 'status', label: translate('mails.status'), show: (m) => <Status kind="mailStates" value={m.status} /> },
          { name: 'createdAt', label: translate('mails.created'), show: (m) => <Ago at={m.createdAt} /> },
        ]}
      >
        <Link to={filtered('mails', { key: user.id })}>{translate('mails.title')}</Link>
      </RelatedList>
    </Part>
  );
}

/** What happened to the account, and who did it. */
export function CustomerHistory({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.history')}>
      <RelatedList<Schemas['Event']>
        path="/v1/admin/audit"
        filter={{ key: user.id }}
        keyOf={(e) => e.id}
        empty={translate('customers.noHistory')}
        columns={[
          { name: 'name', label: translate('audit.what'), show: (e) => <Sentence event={e} linked={false} /> },
          { name: 'occurredAt', label: translate('events.occurred'), show: (e) => <Time at={e.occurredAt} /> },
        ]}
      >
        <Link to={filtered('audit', { key: user.id })}>{translate('audit.title')}</Link>
      </RelatedList>
    </Part>
  );
}
