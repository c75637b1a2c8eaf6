import { FilterButton, TopToolbar, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { ExportButton } from '../ui/ExportButton';
import { ListPage } from '../ui/ListPage';
import { Money, useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { bulkOf } from './bulk';
import { orderFilters } from './filters';
import { stageTexts } from './pickup';

type Order = Schemas['AdminOrder'];

const units = (order: Order) => order.items.reduce((sum, item) => sum + item.quantity, 0);

/** The stages of each tab, and its text. */
const tabs: Record<string, string> = {
  '': 'all', awaiting_payment: 'toPay', 'placed,processing,partially_shipped': 'toShip', 'shipped,out_for_delivery': 'underWay', 'delivered,returned': 'done',
};

/** Orders, newest first. */
export default function OrderList() {
  const translate = useTranslate();
  const euros = useEuros();
  const nameOf = (o: Order) => o.customer.fullName || translate('ui.words.erased');
  return (
    <ListPage<Order>
      title={translate('orders.title')}
      search={translate('orders.search')}
      tabs={{
        source: 'stage',
        values: Object.keys(tabs),
        label: (value) => translate(`orders.tabs.${tabs[value]}`),
      }}
      filters={orderFilters(translate)}
      to={(order) => `/orders/${order.id}`}
      empty={translate('orders.empty')}
      actions={<TopToolbar><FilterButton /><ExportButton path="/v1/admin/orders/export" name="orders.csv" /></TopToolbar>}
      renewAfter={60_000} // also for who gets no notice of an order
      bulk={bulkOf(euros)}
      columns={[
        { name: 'number', label: translate('orders.number'), show: (o) => o.number },
        { name: 'placedAt', label: translate('orders.placed'), sort: 'placedAt', show: (o) => <Time at={o.placedAt} /> },
        { name: 'customer', label: translate('orders.customer'), show: nameOf },
        { name: 'stage', label: translate('orders.stage'), show: (o) => <Status kind={stageTexts(o)} value={o.stage} /> },
        { name: 'paymentStatus', label: translate('orders.payment'), show: (o) => <Status kind="ui.payments" value={o.paymentStatus} /> },
        { name: 'items', label: translate('orders.items'), align: 'right', show: units },
        { name: 'total', label: translate('orders.total'), align: 'right', sort: 'total', show: (o) => <Money of={o.total} /> },
      ]}
      small={(o) => ({
        first: `${o.number} · ${nameOf(o)}`,
        second: <><Time at={o.placedAt} /> · {translate(`${stageTexts(o)}.${o.stage}`)}</>,
        right: <Money of={o.total} />,
      })}
    />
  );
}
