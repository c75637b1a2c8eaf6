import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import { makePasskey, canUsePasskeys } from '../passkey';
import { Problem } from '../problem';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { CommandDialog } from '../ui/CommandDialog';
import { Commands, Part } from '../ui/DetailPage';
import { ProblemAlert, useProblemText } from '../ui/Problem';
import { Ago } from '../ui/Time';
import { useRefused } from '../ui/useRefused';

type Started = Schemas['StartedTotp'];

/** The second factors of who is signed in. */
export function Factors() {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const passkeyText = useProblemText('account.passkey');
  const [adding, setAdding] = useState<Started | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => call<Schemas['OwnFactors']>('/v1/admin/me', { signal }),
    retry: false,
  });
  const begin = () =>
    call<Started>('/v1/admin/me/factors/totp', { method: 'POST' }).then(setAdding, (e) => notify(text(e), { type: 'warning' }));
  const addPasskey = async () => {
    try {
      const asked = await call<Schemas['PasskeyOptions']>('/v1/admin/me/factors/passkey/options', { method: 'POST' });
      const body = { challenge: asked.challenge, name: translate('account.passkey.name'), credential: await makePasskey(asked.publicKey) };
      const made = await call<{ recoveryCodes: string[] }>('/v1/admin/me/factors/passkey', { method: 'POST', body });
      setCodes(made.recoveryCodes);
      notify('account.passkey.done', { type: 'success' });
      void refetch();
    } catch (failure) {
      notify(failure instanceof Problem ? passkeyText(failure) : 'account.noPasskey', { type: 'warning' });
    }
  };
  return (
    <Part title={translate('ui.words.secondFactor')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={40} />}
      {data?.secondFactorRequired && data.factors.length === 0 && <Alert severity="warning">{translate('account.required')}</Alert>}
      {data?.factors.length === 0 && <Typography gutterBottom>{translate('account.noFactors')}</Typography>}
      <Stack spacing={1} sx={{ mb: 2 }}>
        {data?.factors.map((factor) => (
          <Stack key={factor.id} direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <div>
              <Typography>{factor.name}</Typography>
              <Typography variant="body2" color="textSecondary">
                {factor.lastUsedAt ? <>{translate('account.lastUsed')} <Ago at={factor.lastUsedAt} /></> : translate('ui.words.neverUsed')}
              </Typography>
            </div>
            <CommandButton text="account.remove" values={{ name: factor.name }} path={`/v1/admin/me/factors/${factor.id}`} method="DELETE" danger onDone={() => void refetch()} />
          </Stack>
        ))}
      </Stack>
      <Commands>
        <Button variant="outlined" onClick={begin}>{translate('account.app.button')}</Button>
        {canUsePasskeys && <Button variant="outlined" onClick={addPasskey}>{translate('account.passkey.button')}</Button>}
        {data && data.factors.length > 0 && (
          <>
            <CommandButton<{ recoveryCodes: string[] }> text="account.renew" path="/v1/admin/me/recovery-codes" onDone={(made) => { setCodes(made.recoveryCodes); void refetch(); }} />
            <Typography sx={{ alignSelf: 'center' }}>{translate('account.codesLeft', { left: data.recoveryCodesLeft })}</Typography>
          </>
        )}
      </Commands>
      {adding && <ConfirmApp app={adding} onDone={(made) => { setCodes(made); void refetch(); }} onClose={() => setAdding(null)} />}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Part>
  );
}

/** Shows the key of a new authenticator app, and asks for the first code. */
function ConfirmApp({ app, onDone, onClose }: { app: Started; onDone: (recoveryCodes: string[]) => void; onClose: () => void }) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const { onError, shown } = useRefused({ invalid_code: 'code' });
  return (
    <CommandDialog<{ recoveryCodes: string[] }>
      path={`/v1/admin/me/factors/totp/${app.id}/confirm`}
      body={{ code }}
      title={translate('account.app.title')}
      submit={translate('account.app.confirm')}
      disabled={!/^\d{6}$/.test(code)}
      done={() => translate('account.app.done')}
      onDone={(made) => onDone(made.recoveryCodes)}
      onError={onError}
      placed={['code']}
      onClose={onClose}
    >
      <Typography>{translate('account.app.text')}</Typography>
      <Link href={app.otpauthUrl}>{translate('account.app.link')}</Link>
      <Typography>
        {translate('account.app.key')}: <code data-testid="secret">{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </Typography>
      <TextField {...shown('code')} label={translate('account.app.code')} autoComplete="one-time-code" value={code} onChange={(e) => setCode(e.target.value.replace(/\s/g, ''))} slotProps={{ htmlInput: { inputMode: 'numeric' } }} autoFocus required />
    </CommandDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  return (
    <Dialog open aria-labelledby={title}>
      <DialogTitle id={title}>{translate('account.codes.title')}</DialogTitle>
      <DialogContent>
        <Typography gutterBottom>{translate('account.codes.text')}</Typography>
        <Box component="ul" sx={{ columns: 2, fontFamily: 'monospace', listStyle: 'none', p: 0 }}>
          {codes.map((code) => <li key={code}>{code}</li>)}
        </Box>
      </DialogContent>
      <DialogActions><Button onClick={onClose} variant="contained">{translate('account.codes.close')}</Button></DialogActions>
    </Dialog>
  );
}
