import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Sentence } from '../audit/Sentence';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { RelatedList } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';
import { stateOf } from '../wholesale/state';
import { stageTexts } from '../orders/pickup';

type User = Schemas['ManagedUser'];

const filtered = (page: string, filter: Record<string, string>) => `/${page}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** The newest orders of an account, or of a guest. */
export function CustomerOrders({ user }: { user: { id: string } }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.orders')}>
      <RelatedList<Schemas['Order']>
        path="/v1/admin/orders"
        filter={{ customerId: user.id }}
        keyOf={(o) => o.id}
        empty={translate('customers.noOrders')}
        columns={[
          { name: 'number', label: translate('ui.words.order'), show: (o) => <Link to={`/orders/${o.id}`} style={{ whiteSpace: 'nowrap' }}>{o.number}</Link> },
          { name: 'placedAt', label: translate('ui.words.when'), show: (o) => <Ago at={o.placedAt} /> },
          {
            name: 'stage', label: translate('ui.words.status'),
            show: (o) => <Status kind={stageTexts(o)} value={o.stage} />,
          },
          { name: 'total', label: 'EUR', align: 'right', show: (o) => <Money of={o.total} /> },
        ]}
      >
        <Link to={filtered('orders', { customerId: user.id })}>{translate('customers.allOrders')}</Link>
      </RelatedList>
    </Part>
  );
}

/** The account's applications for wholesale prices, by its email. */
export function CustomerApplications({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.applications')}>
      <RelatedList<Schemas['WholesaleApplication']>
        path="/v1/admin/wholesale/applications"
        filter={{ userId: user.id }}
        keyOf={(a) => a.id}
        empty={translate('customers.noApplications')}
        columns={[
          { name: 'businessName', label: translate('customers.business'), show: (a) => <Link to={`/wholesale/${a.id}`}>{a.businessName}</Link> },
          { name: 'submittedAt', label: translate('customers.submitted'), show: (a) => <Ago at={a.submittedAt} /> },
          { name: 'status', label: translate('ui.words.status'), show: (a) => <Status kind="ui.applicationStates" value={stateOf(a)} /> },
        ]}
      />
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
          { name: 'name', label: translate('ui.words.what'), show: (e) => <Sentence event={e} linked={false} /> },
          { name: 'occurredAt', label: translate('ui.words.when'), show: (e) => <Time at={e.occurredAt} /> },
        ]}
      >
        <Link to={filtered('audit', { key: user.id })}>{translate('customers.audit')}</Link>
      </RelatedList>
    </Part>
  );
}
