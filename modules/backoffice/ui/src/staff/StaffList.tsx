import { Button, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { Problem } from '../problem';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ListPage } from '../ui/ListPage';
import { useRoleName, useRoles } from './ReadyRoles';

type Member = Schemas['StaffMember'];

/** What a member leaves behind. */
interface Removal {
  invitationsRevoked: number;
  keys: { id: string; name: string; prefix: string }[];
}

/** Says that a member was removed, and what is left of them. */
function Left({ name, left }: { name: string; left: Removal | undefined }) {
  const translate = useTranslate();
  return (
    <>
      {translate('staff.remove.done', { name })}
      {left && left.invitationsRevoked > 0 && ` ${translate('staff.left.invitations', { smart_count: left.invitationsRevoked })}`}
      {left && left.keys.length > 0 && <> {translate('staff.left.keys')} <Link to="/keys">{left.keys.map((key) => `${key.name} (${key.prefix}…)`).join(', ')}</Link></>}
    </>
  );
}

/** The roles that can be given, for a choice. */
export function useRoleOptions() {
  const nameOf = useRoleName();
  return (useRoles() ?? []).map((role) => ({ value: role.id, label: nameOf(role.name) }));
}

/** Those who run the shop. */
export default function StaffList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const roles = useRoleOptions();
  const nameOf = useRoleName();
  const [changing, setChanging] = useState<Member | null>(null);
  const commands = (m: Member) => may('staff:write') && (
    <Commands>
      <Button variant="outlined" onClick={() => setChanging(m)}>{translate('staff.change.button')}</Button>
      {m.factors.length > 0 && (
        <CommandButton text="staff.reset" values={{ name: m.fullName }} path={`/v1/admin/staff/${m.id}/reset-second-factor`} danger onDone={refresh} onRefused={refresh} />
      )}
      <CommandButton<Removal | undefined> text="staff.remove" done={(left) => <Left name={m.fullName} left={left} />} values={{ name: m.fullName }} path={`/v1/admin/staff/${m.id}`} method="DELETE" version={m.version} danger onDone={refresh} onRefused={refresh} />
    </Commands>
  );
  return (
    <>
      {may('staff:write') && (
        <Commands>
          <Button variant="contained" component={Link} to="/invitations" sx={{ mt: 2 }}>{translate('staff.invitations.new')}</Button>
        </Commands>
      )}
      <ListPage<Member>
        title={translate('staff.title')}
        empty={translate('staff.empty')}
        columns={[
          { name: 'fullName', label: translate('ui.words.name'), show: (m) => m.fullName },
          { name: 'email', label: translate('ui.words.email'), show: (m) => m.email },
          { name: 'role', label: translate('ui.words.role'), show: (m) => nameOf(m.role.name) },
          {
            name: 'factors',
            label: translate('ui.words.secondFactor'),
            show: (m) => (
              <Stack direction="row" spacing={1}>
                {m.factors.length === 0 ? '–' : m.factors.map((f) => <Chip key={f} size="small" label={translate(`staff.factors.${f}`, { _: f })} />)}
              </Stack>
            ),
          },
          { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: commands },
        ]}
        small={(m) => ({ first: m.fullName, second: nameOf(m.role.name), right: commands(m) })}
      />
      {changing && (
        <FormDialog<Member>
          path={`/v1/admin/staff/${changing.id}`}
          method="PATCH"
          title={translate('staff.change.title', { name: changing.fullName })}
          submit={translate('ui.list.save')}
          fields={[{ name: 'roleId', label: translate('ui.words.role'), kind: 'choice', required: true, options: roles }]}
          initial={{ roleId: changing.role.id, version: changing.version }}
          reread={async () => {
            const { data } = await call<Schemas['StaffMemberList']>('/v1/admin/staff?limit=100');
            const now = data.find((m) => m.id === changing.id);
            if (!now) throw new Problem(404, { code: 'not_found' });
            return { roleId: now.role.id, version: now.version };
          }}
          done={(m) => translate('ui.list.saved', { name: m.fullName })}
          onDone={refresh}
          onRefused={refresh}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
