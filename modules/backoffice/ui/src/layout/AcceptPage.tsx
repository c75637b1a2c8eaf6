import { Alert, Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { LocalesMenuButton, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { useDocumentLanguage } from '../i18n';
import { Problem, problemOf } from '../problem';
import * as session from '../session';
import type { Schemas } from '../types';
import { useProblemText } from '../ui/Problem';
import { useRefused } from '../ui/useRefused';

/** What the link of the mail carries behind its "#", which no server sees. */
function invited() {
  const values = new URLSearchParams(window.location.hash.slice(1));
  return { email: values.get('email') ?? '', code: values.get('code') ?? '', invitationId: values.get('invitationId') ?? undefined };
}

/** Where a person who was invited joins the staff: with the code of the mail, a password, and a name. */
export default function AcceptPage() {
  useDocumentLanguage();
  const translate = useTranslate();
  const text = useProblemText(undefined, ['email', 'code', 'fullName', 'password']);
  const [values, setValues] = useState(() => ({ ...invited(), password: '', name: '' }));
  const [error, setError] = useState<unknown>(null);
  const { onError, shown } = useRefused();
  const [busy, setBusy] = useState(false);
  // The code is good once: when the name alone was not stored, it alone is sent again.
  const [joined, setJoined] = useState(false);
  // The code does not stay in the history of the browser.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const field = (name: 'email' | 'code' | 'name' | 'password') => ({
    value: values[name],
    onChange: (e: { target: { value: string } }) => setValues((before) => ({ ...before, [name]: e.target.value })),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    onError(null);
    try {
      if (!joined) {
        await join(values);
        setJoined(true);
      }
      await rename(values.name.trim());
      window.location.assign('/admin/');
    } catch (failure) {
      setError(failure);
      onError(failure);
      setBusy(false);
    }
  };
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card variant="outlined" sx={{ width: '100%', maxWidth: 400 }}>
        <CardContent>
          <Stack component="form" spacing={2} onSubmit={submit}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start' }}>
              <div>
                <Typography variant="h1">{translate('layout.accept.title')}</Typography>
                <Typography color="textSecondary">{translate('layout.accept.intro')}</Typography>
              </div>
              <LocalesMenuButton />
            </Stack>
            <TextField {...field('email')} {...shown('email')} disabled={joined} label={translate('ui.words.email')} type="email" autoComplete="username" required />
            <TextField {...field('code')} {...shown('code')} disabled={joined} label={translate('layout.accept.code')} autoComplete="one-time-code" slotProps={{ htmlInput: { inputMode: 'numeric' } }} required />
            <TextField {...field('name')} {...shown('fullName')} label={translate('layout.accept.name')} autoComplete="name" slotProps={{ htmlInput: { maxLength: 200 } }} />
            <TextField
              {...field('password')}
              {...shown('password')}
              disabled={joined}
              label={translate('layout.signIn.newPassword')}
              type="password"
              autoComplete="new-password"
              required
            />
            {error !== null && (
              <Alert severity="error">{error instanceof Problem && error.code === 'invalid_code' ? translate('layout.accept.expired') : text(error)}</Alert>
            )}
            <Button type="submit" variant="contained" size="large" disabled={busy}>
              {translate('layout.accept.submit')}
            </Button>
            <Button component={Link} to="/login">{translate('layout.accept.signIn')}</Button>
          </Stack>
        </CardContent>
      </Card>
    </Box>
  );
}

interface Joining {
  email: string;
  code: string;
  password: string;
  /** That of the link: wrong codes count against this invitation. */
  invitationId?: string;
}

/** Joins the staff and begins a session. */
async function join({ email, code, password, invitationId }: Joining) {
  const answer = await session.post('/v1/auth/accept-invitation', { email, code, password, invitationId }).catch(() => {
    throw new Problem(0, {});
  });
  if (!answer.ok) throw await problemOf(answer);
  session.start((await answer.json()) as Schemas['Session']);
}

/** Replaces the name that the invitation has; an empty one leaves it. */
async function rename(fullName: string) {
  if (fullName) session.setUser(await call<Schemas['Profile']>('/v1/users/me', { method: 'PATCH', body: { fullName } }));
}
