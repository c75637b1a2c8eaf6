import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, onStepUp } from '../api';
import { canUsePasskeys, provePasskey } from '../passkey';
import * as session from '../session';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';

/** Asks for another proof of who uses the session, when an operation needs a fresh one. */
export function StepUpDialog() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null);
  useEffect(() => onStepUp(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  if (!answer) return null;
  const close = (proved: boolean) => {
    setAnswer(null);
    answer(proved);
  };
  return <Proof onEnd={close} />;
}

/** What each method's field is called, and the member of the request that it becomes. */
const fields: Record<string, { text: string; member: string }> = {
  totp: { text: 'layout.signIn.code', member: 'code' },
  recovery_code: { text: 'layout.signIn.recoveryCode', member: 'recoveryCode' },
  password: { text: 'layout.signIn.password', member: 'password' },
};

function Proof({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const translate = useTranslate();
  const title = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const options = useQuery({
    queryKey: ['step-up'],
    queryFn: () => call<Schemas['StepUpOptions']>('/v1/admin/me/step-up/options', { method: 'POST' }),
    retry: false,
    gcTime: 0,
  });
  const methods = (options.data?.methods ?? []).filter((m) => m in fields);
  const method = chosen ?? methods[0];
  const field = method ? fields[method] : undefined;

  const prove = async (body: unknown) => {
    setBusy(true);
    setError(null);
    try {
      session.stepUp(await call<Schemas['StepUp']>('/v1/admin/me/step-up', { method: 'POST', body }));
      onEnd(true);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the form of a command may be around it
    if (field) void prove({ [field.member]: value });
  };
  const provenByPasskey = async () => {
    const credential = await provePasskey(options.data?.publicKey).catch(() => null);
    if (credential) await prove({ challenge: options.data?.challenge, credential });
  };

  return (
    <Dialog open onClose={() => onEnd(false)} aria-labelledby={title} fullWidth maxWidth="xs">
      <form onSubmit={send}>
        <DialogTitle id={title}>{translate('layout.stepUp')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {options.error && <ProblemAlert error={options.error} retry={options.refetch} />}
          {field && (
            <TextField
              key={method}
              label={translate(field.text)}
              type={method === 'password' ? 'password' : 'text'}
              autoComplete={method === 'password' ? 'current-password' : 'one-time-code'}
              value={value}
              onChange={(e) => setValue(e.target.value)}
              sx={{ mt: 1 }}
              required
              autoFocus
            />
          )}
          {options.data?.publicKey && canUsePasskeys && (
            <Button variant="outlined" onClick={provenByPasskey}>{translate('layout.signIn.passkey')}</Button>
          )}
          {methods.filter((m) => m !== method).map((m) => (
            <Button key={m} onClick={() => { setChosen(m); setValue(''); }}>
              {translate(m === 'recovery_code' ? 'layout.signIn.useRecoveryCode' : 'layout.signIn.useApp')}
            </Button>
          ))}
          {error !== null && <ProblemAlert error={error} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onEnd(false)} disabled={busy}>{translate('ui.command.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy || !value}>
            {translate('layout.signIn.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
