import { Button } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useRefresh, useTranslate } from 'react-admin';
import { languages } from '../i18n';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { ReadyRoles, useRoleName } from './ReadyRoles';
import { useRoleOptions } from './StaffList';

type Invitation = Schemas['Invitation'];

const options = languages.map(({ locale, name }) => ({ value: locale, label: name }));

/** Who has been asked to join the staff. */
export default function InvitationList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const roles = useRoleOptions();
  const [locale] = useLocaleState();
  const nameOf = useRoleName();
  const [inviting, setInviting] = useState(false);
  const commands = (i: Invitation) => i.status === 'pending' && may('staff:write') && (
    <Commands>
      <CommandButton text="staff.invitations.resend" values={{ email: i.email }} path={`/v1/admin/staff/invitations/${i.id}/resend`} onDone={refresh} onRefused={refresh} />
      <CommandButton text="staff.invitations.revoke" values={{ email: i.email }} path={`/v1/admin/staff/invitations/${i.id}`} method="DELETE" danger onDone={refresh} onRefused={refresh} />
    </Commands>
  );
  return (
    <>
      <ReadyRoles onlyAtFirst />
      {may('staff:write') && <Commands><Button variant="contained" sx={{ mt: 2 }} onClick={() => setInviting(true)}>{translate('staff.invitations.new')}</Button></Commands>}
      <ListPage<Invitation>
        title={translate('staff.invitations.title')}
        empty={translate('staff.invitations.empty')}
        columns={[
          { name: 'fullName', label: translate('ui.words.name'), show: (i) => i.fullName },
          { name: 'email', label: translate('ui.words.email'), show: (i) => i.email },
          { name: 'roleName', label: translate('ui.words.role'), show: (i) => nameOf(i.roleName) },
          { name: 'status', label: translate('ui.words.status'), show: (i) => <Status kind="staff.invitationStates" value={i.status} /> },
          { name: 'expiresAt', label: translate('staff.keys.expires'), show: (i) => <Time at={i.expiresAt} /> },
          { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: commands },
        ]}
        small={(i) => ({ first: i.email, second: nameOf(i.roleName), right: commands(i) })}
      />
      {inviting && (
        <FormDialog<Invitation>
          path="/v1/admin/staff/invitations"
          title={translate('staff.invitations.new')}
          submit={translate('staff.invitations.send')}
          fields={[
            { name: 'email', label: translate('ui.words.email'), required: true },
            { name: 'fullName', label: translate('ui.words.name'), required: true },
            { name: 'roleId', label: translate('ui.words.role'), kind: 'choice', required: true, options: roles },
            { name: 'locale', label: translate('ui.words.language'), kind: 'choice', options },
          ]}
          initial={{ locale }}
          done={(i) => translate('staff.invitations.done', { email: i.email })}
          onDone={refresh}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}
