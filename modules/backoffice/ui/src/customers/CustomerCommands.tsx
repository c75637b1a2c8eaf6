import { Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { relatedKey } from '../ui/RelatedList';
import { pointsKey, usePoints } from './CustomerPoints';
import { EraseDialog } from './EraseDialog';
import { ExportDataButton } from './ExportDataButton';

type User = Schemas['ManagedUser'];

/** Whether the caller may change the name, the phone or the metadata of an account. */
export const mayCorrect = (user: User) => may('customers:write') && (user.role === 'customer' || may('staff:write'));

/** What may be done with an account. */
export function CustomerCommands({ record, show, reread }: Detail<User>) {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'correct' | 'points' | 'erase' | null>(null);
  const edits = {
    record,
    fields: [{ name: 'disabled', label: translate('ui.words.status'), show: (off: unknown) => translate(off ? 'customers.disabled' : 'customers.active') }],
  };
  const props = { path: `/v1/admin/users/${record.id}`, method: 'PATCH' as const, values: { name: record.fullName }, edits, onDone: show, onRefused: reread };
  const close = () => setDialog(null);
  return (
    <Commands>
      {mayCorrect(record) && <Button variant="outlined" onClick={() => setDialog('correct')}>{translate('customers.correct.button')}</Button>}
      {may('customers:write') && record.role === 'customer' && (
        record.disabled
          ? <CommandButton<User> {...props} text="customers.enable" body={{ disabled: false }} />
          : <CommandButton<User> {...props} text="customers.disable" body={{ disabled: true }} danger />
      )}
      {may('loyalty:adjust') && record.role === 'customer' && (
        <Button variant="outlined" onClick={() => setDialog('points')}>{translate('customers.points.button')}</Button>
      )}
      {may('customers:write') && <ExportDataButton of={record} path={`/v1/admin/users/${record.id}/export`} />}
      {may('customers:write') && record.role === 'customer' && (
        <Button variant="outlined" color="error" onClick={() => setDialog('erase')}>{translate('customers.erase.button')}</Button>
      )}
      {dialog === 'correct' && (
        <FormDialog<User>
          path={props.path}
          method="PATCH"
          title={translate('customers.correct.title', { name: record.fullName })}
          submit={translate('ui.list.save')}
          initial={record}
          fields={[
            { name: 'fullName', label: translate('ui.words.name'), required: true },
            { name: 'phone', label: translate('ui.words.phone') },
          ]}
          done={(user) => translate('customers.correct.done', { name: user.fullName })}
          onDone={show}
          onRefused={reread}
          onClose={close}
        />
      )}
      {dialog === 'points' && <PointsDialog user={record} onRefused={reread} onClose={close} />}
      {dialog === 'erase' && <EraseDialog of={record} path={`/v1/admin/users/${record.id}/erase`} list="customers" onRefused={reread} onClose={close} />}
    </Commands>
  );
}

interface DialogProps {
  user: User;
  onRefused: () => void;
  onClose: () => void;
}

/** Asks how many points an account gets or loses, and why; shows what it has afterwards. */
function PointsDialog({ user, onRefused, onClose }: DialogProps) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data: summary } = usePoints(user.id);
  const reread = () => {
    void queries.invalidateQueries({ queryKey: pointsKey(user.id) });
    void queries.invalidateQueries({ queryKey: relatedKey(`/v1/admin/loyalty/${user.id}/history`) });
  };
  const change = (points: unknown) =>
    summary && typeof points === 'number' && translate('customers.points.change', { before: summary.availablePoints, after: summary.availablePoints + points });
  return (
    <FormDialog<Schemas['LoyaltyEntry']>
      path={`/v1/admin/loyalty/${user.id}/adjust`}
      title={translate('customers.points.title', { name: user.fullName })}
      submit={translate('customers.points.button')}
      fields={[
        { name: 'points', label: translate('customers.points.field'), kind: 'number', required: true, help: translate('customers.points.text'), taken: 'insufficient_points' },
        { name: 'reason', label: translate('ui.command.why'), required: true },
      ]}
      hint={({ points }) => <Typography role="status">{change(points)}</Typography>}
      done={(entry) => translate('customers.points.done', { balance: entry.balance })}
      onDone={reread}
      onRefused={() => {
        reread();
        onRefused();
      }}
      onClose={onClose}
    />
  );
}
