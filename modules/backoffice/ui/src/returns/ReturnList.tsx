import { FilterButton, TopToolbar, useTranslate } from 'react-admin';
import { dayFilters } from '../orders/filters';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';

type Return = Schemas['Return'];

const goods = (r: Return) => r.items.map((item) => `${item.quantity} × ${item.name}`).join(', ');

/** Returns, newest first. */
export default function ReturnList() {
  const translate = useTranslate();
  const nameOf = (r: Return) => r.customer.fullName || translate('orders.erased');
  return (
    <ListPage<Return>
      title={translate('returns.title')}
      tabs={{ source: 'status', values: ['', 'requested', 'approved', 'received', 'rejected'], label: (v) => translate(v ? `returnStates.${v}` : 'list.all') }}
      search={translate('returnPage.search')}
      filters={dayFilters(translate)}
      actions={<TopToolbar><FilterButton /></TopToolbar>}
      to={(r) => `/returns/${r.id}`}
      empty={translate('returns.empty')}
      columns={[
        { name: 'orderNumber', label: translate('returnPage.number'), show: (r) => r.orderNumber },
        { name: 'customer', label: translate('returnPage.customer'), show: nameOf },
        { name: 'items', label: translate('returns.items'), show: goods },
        { name: 'createdAt', label: translate('returnPage.age'), show: (r) => <Ago at={r.createdAt} /> },
        { name: 'status', label: translate('returns.status'), show: (r) => <Status kind="returnStates" value={r.status} /> },
        { name: 'refundAmount', label: translate('returns.amount'), align: 'right', show: (r) => <Money of={r.refundAmount} /> },
      ]}
      small={(r) => ({ first: `${r.orderNumber} · ${nameOf(r)}`, second: <><Time at={r.createdAt} /> · {translate(`returnStates.${r.status}`)}</>, right: <Money of={r.refundAmount} /> })}
    />
  );
}
