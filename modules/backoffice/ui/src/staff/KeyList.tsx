import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { RecordList } from '../ui/RecordList';
import { SecretDialog } from '../ui/SecretDialog';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';
import { useScopeOptions, useScopeText } from './scopes';

type Key = Schemas['ApiKey'];

/** The keys of programs. */
export default function KeyList() {
  const translate = useTranslate();
  const options = useScopeOptions('ApiKey');
  const text = useScopeText();
  const [made, setMade] = useState<Schemas['NewApiKey'] | null>(null);
  return (
    <>
      <RecordList<Key>
        text="staff.keys"
        path="/v1/admin/api-keys"
        scope="keys:write"
        name={(k) => k.name}
        second={(k) => k.prefix}
        isFixed={(k) => k.status === 'revoked'}
        onMade={(k) => setMade(k as Schemas['NewApiKey'])}
        fields={[
          { name: 'name', label: translate('ui.words.name'), required: true },
          { name: 'scopes', label: translate('staff.mayDo'), kind: 'choices', required: true, options },
          { name: 'expiresAt', label: translate('staff.keys.expires'), kind: 'time' },
        ]}
        columns={[
          { name: 'name', label: translate('ui.words.name'), show: (k) => k.name },
          { name: 'prefix', label: translate('staff.keys.prefix'), show: (k) => <code>{k.prefix}…</code> },
          { name: 'status', label: translate('ui.words.status'), show: (k) => <Status kind="staff.keyStates" value={k.status} /> },
          { name: 'scopes', label: translate('staff.mayDo'), show: (k) => k.scopes.map(text).join(' · ') },
          { name: 'lastUsedAt', label: translate('staff.keys.lastUsed'), show: (k) => (k.lastUsedAt ? <Ago at={k.lastUsedAt} /> : translate('ui.words.neverUsed')) },
          { name: 'expiresAt', label: translate('staff.keys.expires'), show: (k) => <Time at={k.expiresAt} /> },
        ]}
      />
      {made && <SecretDialog title={translate('staff.keys.made', { name: made.name })} secret={made.key} onClose={() => setMade(null)} />}
    </>
  );
}
