import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { refundChannelValues, refundStatusValues } from '../../generated/schema';
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
  const nameOf = (r: Refund) => r.customer.fullName || translate('ui.words.erased');
  const commands = (r: Refund) => <RefundCommands refund={r} number={r.orderNumber} name={nameOf(r)} onDone={refresh} />;
  return (
    <ListPage<Refund>
      title={translate('refunds.title')}
      tabs={{ source: 'status', values: ['', ...refundStatusValues], label: (v) => translate(`refunds.tabs.${v || 'all'}`) }}
      filters={[
        <ChoiceFilter
          key="channel"
          source="channel"
          alwaysOn
          label={translate('refunds.channel')}
          any={translate('refunds.anyChannel')}
          choices={refundChannelValues.map((value) => ({ value, label: translate(`ui.refundChannels.${value}`) }))}
        />,
      ]}
      empty={translate('refunds.empty')}
      columns={[
        { name: 'order', label: translate('ui.words.order'), show: (r) => <Link to={`/orders/${r.orderId}`}>{r.orderNumber}</Link> },
        { name: 'customer', label: translate('refunds.to'), show: nameOf },
        { name: 'amount', label: translate('refunds.amount'), align: 'right', show: (r) => <Money of={r.amount} /> },
        { name: 'method', label: translate('refunds.paidBy'), show: (r) => translate(`ui.payments.${r.paymentMethod}`) },
        { name: 'channel', label: translate('refunds.how'), show: (r) => translate(`ui.refundChannels.${r.channel}`) },
        { name: 'status', label: translate('ui.words.status'), show: (r) => <Status kind="ui.refundStates" value={r.status} /> },
        { name: 'since', label: translate('refunds.since'), show: (r) => <Ago at={r.createdAt} /> },
        { name: 'reason', label: translate('refunds.reason'), show: (r) => <RefundNote refund={r} /> },
        { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: commands },
      ]}
      small={(r) => ({
        first: <><Link to={`/orders/${r.orderId}`}>{r.orderNumber}</Link> · {nameOf(r)}</>,
        second: <>{translate(`ui.refundStates.${r.status}`)}, {translate(`ui.refundChannels.${r.channel}`)} · <Money of={r.amount} /></>,
        right: commands(r),
      })}
    />
  );
}
