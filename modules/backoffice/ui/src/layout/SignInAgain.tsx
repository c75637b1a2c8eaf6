import { Button, Dialog } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { onSignedOut } from '../api';
import { authProvider } from '../providers';
import * as session from '../session';
import { SignInCard } from './LoginPage';

/**
 * Asks who used the page to sign in again, when the service has ended the session. The page stays
 * below it, out of sight, and goes on as it was: what stands in its forms is kept.
 */
export function SignInAgain() {
  const translate = useTranslate();
  const logout = useLogout();
  const [open, setOpen] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const used = useRef(session.user()?.id);
  const end = useCallback((signedIn: boolean) => {
    setOpen(false);
    waiting.current.splice(0).forEach((resolve) => resolve(signedIn));
  }, []);
  useEffect(() => session.whenEnded((why) => setOpen(why === 'refused')), []);
  useEffect(
    () =>
      session.whenStarted((user) => {
        used.current ??= user.id;
        // What the page shows was read by another account.
        if (user.id !== used.current) window.location.assign('/admin/');
        else end(true);
      }),
    [end],
  );
  useEffect(
    () =>
      onSignedOut(async () => {
        if (session.endedBy() !== 'refused') return false;
        setOpen(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  const leave = () => {
    end(false);
    void logout({ redirectOnCheckAuth: true }, '/login', true);
  };
  return (
    <Dialog fullScreen open={open} slotProps={{ paper: { 'aria-label': translate('layout.signIn.title') } }}>
      <SignInCard
        signIn={(credentials) => authProvider.login(credentials)}
        why={translate('layout.session.again')}
        more={<Button onClick={leave}>{translate('layout.session.leave')}</Button>}
      />
    </Dialog>
  );
}
