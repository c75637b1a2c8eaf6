import { FilterButton, TopToolbar, useTranslate } from 'react-admin';
import { returnStatusValues } from '../../generated/schema';
import { dayFilters } from '../ui/dayFilters';
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
  const nameOf = (r: Return) => r.customer.fullName || translate('ui.words.erased');
  return (
    <ListPage<Return>
      title={translate('returns.title')}
      tabs={{ source: 'status', values: ['', ...returnStatusValues], label: (v) => translate(v ? `returns.states.${v}` : 'ui.list.all') }}
      search={translate('returns.search')}
      filters={dayFilters(translate)}
      actions={<TopToolbar><FilterButton /></TopToolbar>}
      to={(r) => `/returns/${r.id}`}
      empty={translate('returns.empty')}
      columns={[
        { name: 'orderNumber', label: translate('ui.words.order'), show: (r) => r.orderNumber },
        { name: 'customer', label: translate('returns.customer'), show: nameOf },
        { name: 'items', label: translate('returns.items'), show: goods },
        { name: 'createdAt', label: translate('returns.age'), show: (r) => <Ago at={r.createdAt} /> },
        { name: 'status', label: translate('ui.words.status'), show: (r) => <Status kind="returns.states" value={r.status} /> },
        { name: 'refundAmount', label: translate('returns.amount'), align: 'right', show: (r) => <Money of={r.refundAmount} /> },
      ]}
      small={(r) => ({ first: `${r.orderNumber} · ${nameOf(r)}`, second: <><Time at={r.createdAt} /> · {translate(`returns.states.${r.status}`)}</>, right: <Money of={r.refundAmount} /> })}
    />
  );
}
