import { useTranslate } from 'react-admin';
import { Money, useEuros } from '../ui/Money';
import { RecordList } from '../ui/RecordList';
import type { Method } from './price';
import { completeMethod, useMethodFields } from './useMethodFields';

/** How goods are sent. */
export default function MethodList() {
  const translate = useTranslate();
  const euros = useEuros();
  const fields = useMethodFields();
  const countries = (m: Method) => (m.kind === 'pickup' ? '–' : m.countries.join(', ') || translate('ui.list.all'));
  const hasTable = (m: Method) => m.rates.length > 0;
  const tableOf = (m: Method) => translate('shipping.byTable', { smart_count: m.rates.length });
  return (
    <RecordList<Method>
      text="shipping"
      path="/v1/admin/shipping-methods"
      scope="settings:write"
      name={(m) => m.name}
      to={(m) => `/shipping/${m.id}`}
      second={(m) => `${m.kind === 'pickup' ? translate('shipping.kinds.pickup') : countries(m)} · ${hasTable(m) ? tableOf(m) : euros(m.price)}`}
      search={translate('ui.words.name')}
      tabs={{ source: 'active', values: ['', 'true', 'false'], label: (v) => translate(`shipping.tabs.${v || 'all'}`) }}
      initial={{ kind: 'delivery', active: true, countries: ['DE'], minDays: 2, maxDays: 4 }}
      fields={fields}
      complete={completeMethod}
      columns={[
        { name: 'name', label: translate('ui.words.name'), sort: 'name', show: (m) => m.name },
        { name: 'kind', label: translate('shipping.kind'), show: (m) => translate(`shipping.kinds.${m.kind}`) },
        { name: 'countries', label: translate('shipping.countries'), show: countries },
        { name: 'price', label: translate('shipping.price'), align: 'right', sort: 'price', show: (m) => (hasTable(m) ? tableOf(m) : <Money of={m.price} />) },
        { name: 'freeFrom', label: translate('shipping.freeFrom'), align: 'right', show: (m) => (m.freeFrom === null ? '–' : <Money of={m.freeFrom} />) },
        { name: 'days', label: translate('shipping.days'), show: (m) => `${m.minDays}–${m.maxDays}` },
        { name: 'active', label: translate('ui.words.status'), show: (m) => translate(m.active ? 'shipping.on' : 'shipping.off') },
      ]}
    />
  );
}
