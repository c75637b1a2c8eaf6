import { useTranslate } from 'react-admin';
import { withdrawalStateValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';

type Withdrawal = Schemas['AdminWithdrawal'];

/** How a withdrawal stands: overdue when its money should have gone. */
export const stateOf = (w: Withdrawal) => (w.overdue ? 'overdue' : w.state);

/** Withdrawals from contracts, newest first. */
export default function WithdrawalList() {
  const translate = useTranslate();
  const nameOf = (w: Withdrawal) => w.fullName || translate('ui.words.erased');
  return (
    <ListPage<Withdrawal>
      title={translate('withdrawals.title')}
      tabs={{ source: 'state', values: ['', ...withdrawalStateValues, 'overdue'], label: (v) => translate(v ? `withdrawals.states.${v}` : 'ui.list.all') }}
      search={translate('withdrawals.search')}
      to={(w) => `/withdrawals/${w.id}`}
      empty={translate('withdrawals.empty')}
      columns={[
        { name: 'orderNumber', label: translate('ui.words.order'), show: (w) => w.orderNumber || '–' },
        { name: 'fullName', label: translate('ui.words.name'), show: nameOf },
        { name: 'receivedAt', label: translate('withdrawals.received'), show: (w) => <Ago at={w.receivedAt} /> },
        { name: 'state', label: translate('ui.words.status'), show: (w) => <Status kind="withdrawals.states" value={stateOf(w)} /> },
        { name: 'refundDueAt', label: translate('withdrawals.due'), show: (w) => <Time at={w.refundDueAt} date /> },
        { name: 'refundAmount', label: translate('withdrawals.amount'), align: 'right', show: (w) => w.refundAmount !== null && <Money of={w.refundAmount} /> },
      ]}
      small={(w) => ({ first: `${w.orderNumber || '–'} · ${nameOf(w)}`, second: <><Time at={w.receivedAt} /> · {translate(`withdrawals.states.${stateOf(w)}`)}</>, right: w.refundAmount !== null && <Money of={w.refundAmount} /> })}
    />
  );
}
