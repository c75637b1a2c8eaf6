import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { paymentTaskStatusValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';

type Task = Schemas['PaymentTask'];

/** What the service has asked of the payment provider. */
export default function TaskList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const kind = (t: Task) => translate(`payments.kinds.${t.kind}`, { _: t.kind });
  // A refund that has failed is made again from its order.
  const retry = (t: Task) => t.status !== 'done' && !(t.status === 'failed' && t.kind === 'refund') && may('payments:write') && (
    <CommandButton<Task> text="payments.retry" path={`/v1/admin/payments/tasks/${t.id}/retry`} onDone={refresh} onRefused={refresh} />
  );
  return (
    <ListPage<Task>
      title={translate('payments.title')}
      tabs={{ source: 'status', values: ['', ...paymentTaskStatusValues], label: (v) => translate(v ? `payments.states.${v}` : 'ui.list.all') }}
      empty={translate('payments.empty')}
      columns={[
        { name: 'orderId', label: translate('ui.words.order'), show: (t) => <Link to={`/orders/${t.orderId}`}>{translate('ui.words.toOrder')}</Link> },
        { name: 'kind', label: translate('payments.kind'), show: kind },
        { name: 'status', label: translate('ui.words.status'), show: (t) => <Status kind="payments.states" value={t.status} /> },
        { name: 'attempts', label: translate('ui.words.attempts'), align: 'right', show: (t) => t.attempts },
        { name: 'lastError', label: translate('ui.words.error'), show: (t) => t.lastError },
        { name: 'createdAt', label: translate('ui.words.created'), show: (t) => <Ago at={t.createdAt} /> },
        { name: 'retry', label: translate('ui.list.actions'), show: retry },
      ]}
      small={(t) => ({ first: kind(t), second: t.lastError ?? translate(`payments.states.${t.status}`), right: <Ago at={t.createdAt} /> })}
    />
  );
}
