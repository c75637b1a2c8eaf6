import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { RecordList } from '../ui/RecordList';
import { ReadyRoles, useRoleName } from './ReadyRoles';
import { useScopeOptions, useScopeText } from './scopes';

type Role = Schemas['StaffRole'];

/** What each role of the staff may do. */
export default function RoleList() {
  const translate = useTranslate();
  const options = useScopeOptions('StaffRole');
  const text = useScopeText();
  const nameOf = useRoleName();
  return (
    <>
      <ReadyRoles />
      <RecordList<Role>
        text="staff.roles"
        path="/v1/admin/roles"
        scope="staff:write"
        name={(r) => nameOf(r.name)}
        second={(r) => translate('staff.roles.membersOf', { smart_count: r.members })}
        isFixed={(r) => r.builtIn}
        fields={[
          { name: 'name', label: translate('ui.words.name'), required: true, taken: 'in_use' },
          { name: 'scopes', label: translate('staff.mayDo'), kind: 'choices', required: true, options },
        ]}
        columns={[
          { name: 'name', label: translate('ui.words.name'), show: (r) => nameOf(r.name) },
          { name: 'members', label: translate('staff.roles.members'), align: 'right', show: (r) => r.members },
          { name: 'scopes', label: translate('staff.mayDo'), show: (r) => (r.builtIn ? translate('staff.roles.everything') : r.scopes.map(text).join(' · ')) },
        ]}
      />
    </>
  );
}
