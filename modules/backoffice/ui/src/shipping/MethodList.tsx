import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Money, useEuros } from '../ui/Money';
import { useCountries } from '../ui/countries';
import { RecordList } from '../ui/RecordList';

type Method = Schemas['ShippingMethod'];

/** How goods are sent. */
export default function MethodList() {
  const translate = useTranslate();
  const euros = useEuros();
  const countries = useCountries();
  return (
    <RecordList<Method>
      text="shipping"
      path="/v1/admin/shipping-methods"
      scope="settings:write"
      name={(m) => m.name}
      second={(m) => `${m.countries.join(', ')} · ${euros(m.price)}`}
      search={translate('ui.words.name')}
      tabs={{ source: 'active', values: ['', 'true', 'false'], label: (v) => translate(`shipping.tabs.${v || 'all'}`) }}
      initial={{ active: true, countries: ['DE'], minDays: 2, maxDays: 4 }}
      fields={[
        { name: 'name', label: translate('ui.words.name'), required: true },
        { name: 'countries', label: translate('shipping.countries'), kind: 'choices', options: countries, help: translate('shipping.countriesHelp') },
        { name: 'price', label: translate('shipping.price'), kind: 'money', required: true },
        { name: 'freeFrom', label: translate('shipping.freeFrom'), kind: 'money' },
        { name: 'minDays', label: translate('shipping.minDays'), kind: 'number', required: true },
        { name: 'maxDays', label: translate('shipping.maxDays'), kind: 'number', required: true },
        { name: 'active', label: translate('shipping.active'), kind: 'switch' },
      ]}
      columns={[
        { name: 'name', label: translate('ui.words.name'), sort: 'name', show: (m) => m.name },
        { name: 'countries', label: translate('shipping.countries'), show: (m) => m.countries.join(', ') || translate('ui.list.all') },
        { name: 'price', label: translate('shipping.price'), align: 'right', sort: 'price', show: (m) => <Money of={m.price} /> },
        { name: 'freeFrom', label: translate('shipping.freeFrom'), align: 'right', show: (m) => (m.freeFrom === null ? '–' : <Money of={m.freeFrom} />) },
        { name: 'days', label: translate('shipping.days'), show: (m) => `${m.minDays}–${m.maxDays}` },
        { name: 'active', label: translate('ui.words.status'), show: (m) => translate(m.active ? 'shipping.on' : 'shipping.off') },
      ]}
    />
  );
}
