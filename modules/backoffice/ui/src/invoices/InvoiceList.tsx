import { DateInput, TopToolbar, useTranslate } from 'react-admin';
import { invoiceKindValues } from '../../generated/schema';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Time } from '../ui/Time';
import { type Invoice, signed, stateOf } from './document';
import { PeriodExport } from './PeriodExport';

/** Invoices, corrections and cancellations, newest first. */
export default function InvoiceList() {
  const translate = useTranslate();
  const nameOf = (d: Invoice) => d.buyer.company || d.buyer.fullName || translate('ui.words.erased');
  const state = (d: Invoice) => translate(`invoices.states.${stateOf(d)}`);
  return (
    <ListPage<Invoice>
      title={translate('invoices.title')}
      search={translate('invoices.search')}
      tabs={{ source: 'kind', values: ['', ...invoiceKindValues], label: (v) => translate(v ? `invoices.kinds.${v}` : 'ui.list.all') }}
      filters={[
        <DateInput key="from" source="from" label={translate('ui.list.from')} alwaysOn />,
        <DateInput key="to" source="to" label={translate('ui.list.until')} alwaysOn />,
      ]}
      actions={<TopToolbar><PeriodExport /></TopToolbar>}
      to={(d) => `/invoices/${d.id}`}
      empty={translate('invoices.empty')}
      columns={[
        { name: 'number', label: translate('invoices.number'), show: (d) => d.number },
        { name: 'kind', label: translate('invoices.kind'), show: state },
        { name: 'issuedAt', label: translate('invoices.issuedAt'), show: (d) => <Time at={d.issuedAt} date /> },
        { name: 'order', label: translate('ui.words.order'), show: (d) => d.orderNumber },
        { name: 'buyer', label: translate('invoices.buyer'), show: nameOf },
        { name: 'tax', label: translate('invoices.tax'), align: 'right', show: (d) => <Money of={d.kind === 'invoice' ? d.tax : -d.tax} /> },
        { name: 'gross', label: translate('invoices.gross'), align: 'right', show: (d) => <Money of={signed(d)} /> },
      ]}
      small={(d) => ({
        first: `${d.number} · ${nameOf(d)}`,
        second: <><Time at={d.issuedAt} date /> · {state(d)} · {d.orderNumber}</>,
        right: <Money of={signed(d)} />,
      })}
    />
  );
}
