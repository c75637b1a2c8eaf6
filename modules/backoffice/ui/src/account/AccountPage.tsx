import { Button, MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import { languages } from '../i18n';
import * as session from '../session';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { CommandDialog } from '../ui/CommandDialog';
import { Commands, Part } from '../ui/DetailPage';
import { ProblemAlert, useProblemText } from '../ui/Problem';
import { Ago } from '../ui/Time';
import { useRefused } from '../ui/useRefused';
import { deviceName } from './device';
import { Factors } from './Factors';
import { NoticeSwitches } from './NoticeSwitches';

/** One's own account: password, second factors, devices. */
export default function AccountPage() {
  const translate = useTranslate();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 800 }}>
      <Title title={translate('account.title')} />
      <Language />
      <NoticeSwitches />
      <Password />
      <Factors />
      <Sessions />
    </Stack>
  );
}

/** The language of one's mails and of the inbox, which the service writes. */
function Language() {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const [locale, setLocale] = useState<string>(session.user()?.locale ?? 'en');
  const [busy, setBusy] = useState(false);
  const change = async (chosen: string) => {
    setBusy(true);
    try {
      const profile = await call<session.Profile>('/v1/users/me', { method: 'PATCH', body: { locale: chosen } });
      session.setUser(profile);
      setLocale(profile.locale);
      notify('account.language.done', { type: 'success' });
    } catch (error) {
      notify(text(error), { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Part title={translate('ui.words.language')}>
      <Typography gutterBottom>{translate('account.language.text')}</Typography>
      <TextField select size="small" label={translate('ui.words.language')} value={locale} disabled={busy} onChange={(e) => void change(e.target.value)} sx={{ minWidth: 200 }}>
        {languages.map((language) => <MenuItem key={language.locale} value={language.locale} lang={language.locale}>{language.name}</MenuItem>)}
      </TextField>
    </Part>
  );
}

function Password() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNext] = useState('');
  const { onError, shown } = useRefused({ invalid_credentials: 'currentPassword' });
  const close = () => {
    setOpen(false);
    setCurrent('');
    setNext('');
    onError(null);
  };
  return (
    <Part title={translate('account.password')}>
      <Commands><Button variant="outlined" onClick={() => setOpen(true)}>{translate('account.change.button')}</Button></Commands>
      {open && (
        <CommandDialog
          path="/v1/auth/change-password"
          body={{ currentPassword, newPassword }}
          title={translate('account.change.title')}
          submit={translate('account.change.button')}
          disabled={!currentPassword || !newPassword}
          done={() => translate('account.change.done')}
          onDone={() => undefined}
          onError={onError}
          placed={['currentPassword', 'newPassword']}
          onClose={close}
        >
          <TextField {...shown('currentPassword')} label={translate('account.change.current')} type="password" autoComplete="current-password" value={currentPassword} onChange={(e) => setCurrent(e.target.value)} sx={{ mt: 1 }} autoFocus required />
          <TextField {...shown('newPassword')} label={translate('account.change.next')} type="password" autoComplete="new-password" value={newPassword} onChange={(e) => setNext(e.target.value)} required />
        </CommandDialog>
      )}
    </Part>
  );
}

function Sessions() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call<Schemas['SessionInfoList']>('/v1/auth/sessions?limit=100', { signal }),
    retry: false,
  });
  return (
    <Part title={translate('account.sessions')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={80} />}
      <Stack spacing={1}>
        {data?.data.map((s) => (
          <Stack key={s.id} direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <div>
              <Typography title={s.userAgent} sx={{ overflowWrap: 'anywhere' }}>{deviceName(s.userAgent)}</Typography>
              <Typography variant="body2" color="textSecondary">
                {s.current ? translate('account.here') : <>{translate('account.lastUsed')} <Ago at={s.lastUsedAt} /></>}
              </Typography>
            </div>
            {!s.current && (
              <CommandButton text="account.end" values={{ device: deviceName(s.userAgent) }} path={`/v1/auth/sessions/${s.id}`} method="DELETE" onDone={() => void refetch()} />
            )}
          </Stack>
        ))}
      </Stack>
    </Part>
  );
}
