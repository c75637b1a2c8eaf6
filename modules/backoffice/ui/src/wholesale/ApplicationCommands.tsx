import { useTranslate } from 'react-admin';
import { Problem } from '../problem';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail } from '../ui/DetailPage';

type Application = Schemas['WholesaleApplication'];

interface Props extends Detail<Application> {
  /** The account of the contact's email; null when there is none, undefined when that is not known. */
  account: Schemas['ManagedUser'] | null | undefined;
}

/** What may be done with an application; each dialog says which mail goes out. */
export function ApplicationCommands({ record, show, reread, account }: Props) {
  const translate = useTranslate();
  if (record.status !== 'under_review' || !may('wholesale:decide')) return null;
  const known = account ? translate('wholesale.turned', { name: account.fullName }) : account === null ? translate('wholesale.made') : '';
  const showDecision = (error: unknown) => {
    const decision = error instanceof Problem && (error.members.current as Schemas['WholesaleDecision'] | undefined);
    if (decision) show({ ...record, ...decision });
  };
  const path = `/v1/admin/wholesale/applications/${record.id}`;
  const to = (command: string, mail: string) => ({
    path: `${path}/${command}`,
    values: { business: record.businessName, email: record.contactEmail, account: known, mail: translate(`ui.mailKinds.${mail}`) },
    onDone: show,
    onError: showDecision,
    onRefused: () => undefined, // it is shown already
  });
  return (
    <Commands>
      <CommandButton<Application> {...to('approve', 'wholesale_approved')} text="wholesale.approve" field="note" optional primary />
      <CommandButton<Application> {...to('request-info', 'wholesale_question')} text="wholesale.ask" field="question" />
      {record.question !== null && (
        <CommandButton<Application>
          path={`${path}/record-answer`}
          values={{ business: record.businessName, question: record.question }}
          text="wholesale.record"
          field="answer"
          onDone={show}
          onRefused={reread}
        />
      )}
      <CommandButton<Application> {...to('reject', 'wholesale_rejected')} text="wholesale.reject" field="reason" danger />
    </Commands>
  );
}
