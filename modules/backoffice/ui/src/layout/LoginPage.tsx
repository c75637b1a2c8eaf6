import { Alert, Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { LocalesMenuButton, useLogin, useNotify, useTranslate } from 'react-admin';
import { useDocumentLanguage } from '../i18n';
import { canUsePasskeys, provePasskey } from '../passkey';
import { Problem, problemOf } from '../problem';
import type { Credentials } from '../providers';
import * as session from '../session';
import type { Schemas } from '../types';
import { useProblemText } from '../ui/Problem';
import { rememberedShop } from '../ui/useShopName';
import { useRefused } from '../ui/useRefused';

type Step =
  | { at: 'password' }
  | { at: 'factor'; challenge: string; methods: string[]; publicKey: unknown }
  | { at: 'forgot' }
  | { at: 'newPassword'; email: string; challengeId?: string };

/** How sign-in is done with what was typed. */
export type SignIn = (credentials: Credentials) => Promise<unknown>;

/** Sign-in with a password, and a second factor where there is one; a new password by email. */
export function LoginPage() {
  const login = useLogin();
  return <Box component="main"><SignInCard signIn={login} /></Box>;
}

/** The forms of sign-in. */
export function SignInCard({ signIn, why, more }: { signIn: SignIn; why?: string; more?: ReactNode }) {
  useDocumentLanguage();
  const translate = useTranslate();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [email, setEmail] = useState('');
  const shop = rememberedShop();
  const forgot = step.at === 'forgot';
  const intro = forgot ? translate('layout.signIn.forgotIntro') : (why ?? translate('layout.signIn.intro'));
  return (
    <Box sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card variant="outlined" sx={{ width: '100%', maxWidth: 400 }}>
        <CardContent>
          <Stack spacing={2}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start' }}>
              <div>
                {shop && <Typography color="textSecondary" gutterBottom>{shop}</Typography>}
                <Typography variant="h1">{translate(`layout.signIn.${titles[step.at]}`)}</Typography>
                <Typography color="textSecondary">{intro}</Typography>
              </div>
              <LocalesMenuButton />
            </Stack>
            {step.at === 'password' && <PasswordForm signIn={signIn} email={email} setEmail={setEmail} onStep={setStep} />}
            {step.at === 'factor' && <FactorForm {...step} signIn={signIn} onBack={() => setStep({ at: 'password' })} />}
            {step.at === 'forgot' && <ForgotForm email={email} setEmail={setEmail} onStep={setStep} />}
            {step.at === 'newPassword' && <NewPasswordForm signIn={signIn} email={step.email} challengeId={step.challengeId} onStep={setStep} />}
            {more}
          </Stack>
        </CardContent>
      </Card>
    </Box>
  );
}

const titles: Record<Step['at'], string> = { password: 'title', factor: 'secondTitle', forgot: 'forgotTitle', newPassword: 'forgotTitle' };

interface SignInProps {
  signIn: SignIn;
  onStep: (step: Step) => void;
}

interface FormProps {
  email: string;
  setEmail: (email: string) => void;
  onStep: (step: Step) => void;
}

function PasswordForm({ email, setEmail, onStep, ...props }: FormProps & SignInProps) {
  const translate = useTranslate();
  const [password, setPassword] = useState('');
  const signIn = withFactor({ ...props, onStep });
  const signInWithPasskey = async () => {
    const asked = await postForJson<Schemas['PasskeyOptions']>('/v1/auth/passkey/options', {});
    await signIn({ passkey: { challenge: asked.challenge, credential: await provePasskey(asked.publicKey) } });
  };
  return (
    <Form
      submit={translate('layout.signIn.submit')}
      onSubmit={() => signIn({ email, password })}
      more={
        <>
          {canUsePasskeys && <PasskeyButton onProve={signInWithPasskey} />}
          <Button onClick={() => onStep({ at: 'forgot' })}>{translate('layout.signIn.forgot')}</Button>
        </>
      }
    >
      <TextField label={translate('ui.words.email')} type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.target.value)} required autoFocus />
      <TextField label={translate('layout.signIn.password')} type="password" autoComplete="current-password" value={password} onChange={(e) => setPassword(e.target.value)} required />
    </Form>
  );
}

interface FactorProps {
  signIn: SignIn;
  challenge: string;
  methods: string[];
  publicKey: unknown;
  onBack: () => void;
}

function FactorForm({ signIn, challenge, methods, publicKey, onBack }: FactorProps) {
  const translate = useTranslate();
  const [byRecovery, setByRecovery] = useState(!methods.includes('totp'));
  const [code, setCode] = useState('');
  return (
    <Form
      submit={translate('layout.signIn.confirm')}
      onSubmit={() => signIn({ challenge, ...(byRecovery ? { recoveryCode: code } : { code }) })}
      more={
        <>
          {publicKey !== null && canUsePasskeys && (
            <PasskeyButton onProve={async () => signIn({ challenge, credential: await provePasskey(publicKey) })} />
          )}
          {methods.includes('totp') && methods.includes('recovery_code') && (
            <Button onClick={() => { setByRecovery(!byRecovery); setCode(''); }}>
              {translate(byRecovery ? 'layout.signIn.useApp' : 'layout.signIn.useRecoveryCode')}
            </Button>
          )}
          <Button onClick={onBack}>{translate('layout.signIn.back')}</Button>
        </>
      }
    >
      <TextField
        key={String(byRecovery)}
        label={translate(byRecovery ? 'layout.signIn.recoveryCode' : 'layout.signIn.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={(e) => setCode(e.target.value)}
        slotProps={{ htmlInput: { inputMode: byRecovery ? 'text' : 'numeric' } }}
        required
        autoFocus
      />
    </Form>
  );
}

function ForgotForm({ email, setEmail, onStep }: FormProps) {
  const translate = useTranslate();
  const send = async () => {
    const answer = await postOrThrow('/v1/auth/forgot-password', { email });
    const { challengeId } = (await answer.json().catch(() => ({}))) as { challengeId?: string };
    onStep({ at: 'newPassword', email, challengeId });
  };
  return (
    <Form
      submit={translate('layout.signIn.sendCode')}
      onSubmit={send}
      more={<Button onClick={() => onStep({ at: 'password' })}>{translate('layout.signIn.back')}</Button>}
    >
      <TextField label={translate('ui.words.email')} type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.target.value)} required autoFocus />
    </Form>
  );
}

/** challengeId names the code that was asked for: wrong ones count against it alone. */
function NewPasswordForm({ email, challengeId, onStep, ...props }: { email: string; challengeId?: string } & SignInProps) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { onError, shown } = useRefused();
  const signIn = withFactor({ ...props, onStep });
  return (
    <Form
      submit={translate('layout.signIn.setPassword')}
      onSubmit={() => signIn({ email, code, password, challengeId })}
      onError={onError}
      placed={['code', 'password']}
      more={<Button onClick={() => onStep({ at: 'password' })}>{translate('layout.signIn.back')}</Button>}
    >
      <Alert severity="info">{translate('layout.signIn.codeSent')}</Alert>
      <TextField {...shown('code')} label={translate('layout.signIn.mailedCode')} autoComplete="one-time-code" value={code} onChange={(e) => setCode(e.target.value)} slotProps={{ htmlInput: { inputMode: 'numeric' } }} required autoFocus />
      <TextField {...shown('password')} label={translate('layout.signIn.newPassword')} type="password" autoComplete="new-password" value={password} onChange={(e) => setPassword(e.target.value)} required />
    </Form>
  );
}

/** Signs in, and goes on to the second factor when the service asks for one. */
function withFactor({ signIn, onStep }: SignInProps): SignIn {
  return async (credentials) => {
    try {
      await signIn(credentials);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'second_factor_required' || typeof error.members.challenge !== 'string') throw error;
      onStep({ at: 'factor', challenge: error.members.challenge, methods: error.members.methods as string[], publicKey: error.members.publicKey ?? null });
    }
  };
}

/** Signs in with a passkey, and says when that fails. */
function PasskeyButton({ onProve }: { onProve: () => Promise<unknown> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  // Who closes the browser's window for passkeys gives none: that is no error of the service.
  const prove = () => onProve().catch((error) => notify(error instanceof Problem ? text(error) : 'layout.signIn.noPasskey', { type: 'warning' }));
  return <Button variant="outlined" onClick={prove}>{translate('layout.signIn.passkey')}</Button>;
}

async function postForJson<T>(path: string, body: unknown): Promise<T> {
  return (await (await postOrThrow(path, body)).json()) as T;
}

async function postOrThrow(path: string, body: unknown): Promise<Response> {
  const answer = await session.post(path, body).catch(() => {
    throw new Problem(0, {});
  });
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

interface FormShape {
  submit: string;
  onSubmit: () => Promise<unknown>;
  /** Gets what went wrong, and null before the next attempt. */
  onError?: (failure: unknown) => void;
  /** The members of the request whose faults are said at their fields. */
  placed?: string[];
  more: ReactNode;
  children: ReactNode;
}

/** A form that says what went wrong above its button, and is disabled while it is being sent. */
function Form({ submit, onSubmit, onError, placed, more, children }: FormShape) {
  const text = useProblemText(undefined, placed);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fail = (failure: unknown) => {
    setError(failure);
    onError?.(failure);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    fail(null);
    await onSubmit().catch(fail);
    setBusy(false);
  };
  return (
    <Stack component="form" spacing={2} onSubmit={send}>
      {children}
      {error !== null && <Alert severity="error">{text(error)}</Alert>}
      <Button type="submit" variant="contained" size="large" disabled={busy}>{submit}</Button>
      {more}
    </Stack>
  );
}
