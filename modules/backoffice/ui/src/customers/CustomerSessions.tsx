import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { deviceName } from '../account/device';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Part } from '../ui/DetailPage';
import { RelatedList, relatedKey } from '../ui/RelatedList';
import { Ago } from '../ui/Time';

/** Where an account is signed in. */
export function CustomerSessions({ user }: { user: Schemas['ManagedUser'] }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const path = `/v1/admin/users/${user.id}/sessions`;
  const reread = () => void queries.invalidateQueries({ queryKey: relatedKey(path) });
  return (
    <Part title={translate('customers.sessions')}>
      <RelatedList<Schemas['SessionInfo']>
        path={path}
        keyOf={(s) => s.id}
        empty={translate('customers.noSessions')}
        columns={[
          { name: 'userAgent', label: translate('customers.sessions'), show: (s) => <span title={s.userAgent}>{deviceName(s.userAgent)}</span> },
          { name: 'lastUsedAt', label: translate('customers.lastUsed'), show: (s) => <Ago at={s.lastUsedAt} /> },
          {
            name: 'end',
            label: translate('ui.list.actions'),
            show: (s) => !s.current && (
              <CommandButton text="customers.end" values={{ device: deviceName(s.userAgent) }} path={`${path}/${s.id}`} method="DELETE" danger onDone={reread} onRefused={reread} />
            ),
          },
        ]}
      >
        <Box sx={{ mt: 1 }}>
          <CommandButton text="customers.endAll" values={{ name: user.fullName }} path={path} method="DELETE" danger onDone={reread} onRefused={reread} />
        </Box>
      </RelatedList>
    </Part>
  );
}
