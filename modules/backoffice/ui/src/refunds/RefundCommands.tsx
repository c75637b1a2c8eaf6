import { may } from '../providers';
import { CommandButton } from '../ui/CommandButton';
import { Commands } from '../ui/DetailPage';
import { useEuros } from '../ui/Money';

interface Props {
  refund: { id: string; amount: number; status: string; channel: string };
  number: string;
  /** To whom it goes. */
  name: string;
  onDone: () => void;
}

/** What staff say of a refund by hand that waits: it was sent, or cannot be sent. */
export function RefundCommands({ refund, number, name, onDone }: Props) {
  const euros = useEuros();
  if (refund.status !== 'pending' || refund.channel !== 'manual' || !may('refunds:write')) return null;
  const command = (verb: 'confirm' | 'fail', field: string) => ({
    text: `refunds.${verb}`, path: `/v1/admin/refunds/${refund.id}/${verb}`, field, values: { number, name, amount: euros(refund.amount) }, onDone, onRefused: onDone,
  });
  return (
    <Commands>
      <CommandButton {...command('confirm', 'reference')} optional omit />
      <CommandButton {...command('fail', 'reason')} danger />
    </Commands>
  );
}
