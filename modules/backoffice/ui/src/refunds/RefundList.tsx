import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { RefundCommands } from './RefundCommands';
import { RefundNote } from './RefundNote';

type Refund = Schemas['AdminRefund'];

/** Money that goes back; what waits to be sent by hand, the oldest first. */
export default function RefundList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const nameOf = (r: Refund) => r.customer.fullName || translate('orders.erased');
  const commands = (r: Refund) => <RefundCommands refund={r} number={r.orderNumber} name={nameOf(r)} onDone={refresh} />;
  return (
    <ListPage<Refund>
      title={translate('refundPage.title')}
      tabs={{ source: 'status', values: ['', 'pending', 'succeeded', 'failed'], label: (v) => translate(`refundPage.tabs.${v || 'all'}`) }}
      filters={[
        <ChoiceFilter
          key="channel"
          source="channel"
          alwaysOn
          label={translate('refundPage.channel')}
          any={translate('refundPage.anyChannel')}
          choices={['manual', 'provider'].map((value) => ({ value, label: translate(`refundChannels.${value}`) }))}
        />,
      ]}
      empty={translate('refundPage.empty')}
      columns={[
        { name: 'order', label: translate('refundPage.order'), show: (r) => <Link to={`/orders/${r.orderId}`}>{r.orderNumber}</Link> },
        { name: 'customer', label: translate('refundPage.to'), show: nameOf },
        { name: 'amount', label: translate('refundPage.amount'), align: 'right', show: (r) => <Money of={r.amount} /> },
        { name: 'method', label: translate('refundPage.paidBy'), show: (r) => translate(`payments.${r.paymentMethod}`) },
        { name: 'channel', label: translate('refundPage.how'), show: (r) => translate(`refundChannels.${r.channel}`) },
        { name: 'status', label: translate('refundPage.status'), show: (r) => <Status kind="refunds" value={r.status} /> },
        { name: 'since', label: translate('refundPage.since'), show: (r) => <Ago at={r.createdAt} /> },
        { name: 'reason', label: translate('refundPage.reason'), show: (r) => <RefundNote refund={r} /> },
        { name: 'commands', label: translate('list.actions'), align: 'right', show: commands },
      ]}
      small={(r) => ({
        first: <><Link to={`/orders/${r.orderId}`}>{r.orderNumber}</Link> · {nameOf(r)}</>,
        second: <>{translate(`refunds.${r.status}`)}, {translate(`refundChannels.${r.channel}`)} · <Money of={r.amount} /></>,
        right: commands(r),
      })}
    />
  );
}
