import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
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
  const kind = (t: Task) => translate(`taskKinds.${t.kind}`, { _: t.kind });
  // A refund that has failed is made again from its order.
  const retry = (t: Task) => t.status !== 'done' && !(t.status === 'failed' && t.kind === 'refund') && may('payments:write') && (
    <CommandButton<Task> text="tasks.retry" path={`/v1/admin/payments/tasks/${t.id}/retry`} onDone={refresh} onRefused={refresh} />
  );
  return (
    <ListPage<Task>
      title={translate('tasks.title')}
      tabs={{ source: 'status', values: ['', 'queued', 'done', 'failed'], label: (v) => translate(v ? `taskStates.${v}` : 'list.all') }}
      empty={translate('tasks.empty')}
      columns={[
        { name: 'orderId', label: translate('tasks.order'), show: (t) => <Link to={`/orders/${t.orderId}`}>{translate('returns.toOrder')}</Link> },
        { name: 'kind', label: translate('tasks.kind'), show: kind },
        { name: 'status', label: translate('tasks.status'), show: (t) => <Status kind="taskStates" value={t.status} /> },
        { name: 'attempts', label: translate('mails.attempts'), align: 'right', show: (t) => t.attempts },
        { name: 'lastError', label: translate('mails.error'), show: (t) => t.lastError },
        { name: 'createdAt', label: translate('mails.created'), show: (t) => <Ago at={t.createdAt} /> },
        { name: 'retry', label: translate('list.actions'), show: retry },
      ]}
      small={(t) => ({ first: kind(t), second: t.lastError ?? translate(`taskStates.${t.status}`), right: <Ago at={t.createdAt} /> })}
    />
  );
}
