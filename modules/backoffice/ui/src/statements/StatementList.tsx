import { Alert, Stack } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { Time } from '../ui/Time';
import { useSettings } from '../ui/useSettings';
import { Days, StatementUpload } from './StatementUpload';

type Statement = Schemas['Statement'];

/** The statements of the shop's bank account, and a new one. */
export default function StatementList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const settings = useSettings();
  const entries = (s: Statement) => `/entries?filter=${encodeURIComponent(JSON.stringify({ statementId: s.id }))}`;
  return (
    <>
      {may('payments:write') && (
        <Stack spacing={2} sx={{ mt: 2 }}>
          {settings && !settings.groups.bank.values.iban && (
            <Alert severity="warning">{translate('statements.noAccount')} <Link to="/settings/bank">{translate('statements.toSettings')}</Link></Alert>
          )}
          <StatementUpload onKept={refresh} />
        </Stack>
      )}
      <ListPage<Statement>
        title={translate('statements.title')}
        empty={translate('statements.empty')}
        to={entries}
        columns={[
          { name: 'fileName', label: translate('statements.file'), show: (s) => s.fileName },
          { name: 'days', label: translate('statements.days'), show: (s) => <Days of={s} /> },
          { name: 'booked', label: translate('statements.counts.booked'), align: 'right', show: (s) => s.entries.booked },
          { name: 'open', label: translate('statements.counts.open'), align: 'right', show: (s) => s.entries.open },
          { name: 'known', label: translate('statements.counts.known'), align: 'right', show: (s) => s.entries.known },
          { name: 'ignored', label: translate('statements.counts.ignored'), align: 'right', show: (s) => s.entries.ignored },
          { name: 'createdBy', label: translate('statements.by'), show: (s) => s.createdBy?.name ?? '–' },
          { name: 'createdAt', label: translate('statements.uploaded'), show: (s) => <Time at={s.createdAt} /> },
        ]}
        small={(s) => ({
          first: s.fileName,
          second: <><Days of={s} /> · {translate('statements.short', { booked: s.entries.booked, open: s.entries.open })}</>,
          right: <Time at={s.createdAt} date />,
        })}
      />
    </>
  );
}
