import type { ReactNode } from 'react';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { CheckForApplicationUpdate, Layout as Frame, Loading, useLogout, useNotify, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { onWait } from '../api';
import { useDocumentLanguage } from '../i18n';
import * as session from '../session';
import { Bar } from './Bar';
import { Keys } from './Keys';
import { Forbidden } from './NotFound';
import { News } from './News';
import { OfflineBar } from './OfflineBar';
import { mayOpen } from './pages';
import { MenuPlace, SideMenu } from './SideMenu';
import { SignInAgain } from './SignInAgain';
import { StepUpDialog } from './StepUpDialog';
import { useKeptFocus } from './useKeptFocus';

const frame = {
  minWidth: 0,
  '& .RaLayout-appFrame, & .RaLayout-content': { minWidth: 0 },
  '& .RaLayout-content': { pr: { xs: 1, sm: 2 }, pb: 3 },
};

/** The frame of every page: bar, menu, content. */
export function Layout({ children }: { children: ReactNode }) {
  useDocumentLanguage();
  useEndOfSession();
  useAnnouncedWaits();
  useKeptFocus();
  useSyncExternalStore(session.whenStarted, session.shownTo); // what they may do may have changed
  const { pathname } = useLocation();
  return (
    <Frame appBar={Bar} appBarAlwaysOn menu={SideMenu} sidebar={MenuPlace} sx={frame}>
      <OfflineBar />
      <Suspense fallback={<Loading />}>{mayOpen(pathname) ? children : <Forbidden />}</Suspense>
      <CheckForApplicationUpdate />
      <News />
      <Keys />
      <StepUpDialog />
      <SignInAgain />
    </Frame>
  );
}

/** Leads to the sign-in page when who is signed in has signed out in another tab, or left the staff. */
function useEndOfSession() {
  const logout = useLogout();
  const notify = useNotify();
  useEffect(
    () =>
      session.whenEnded((why) => {
        if (why === 'refused') return; // SignInAgain asks, above the page
        if (why === 'demoted') notify('layout.session.demoted', { type: 'warning', autoHideDuration: 60_000 });
        void logout({ redirectOnCheckAuth: true }, '/login', true);
      }),
    [logout, notify],
  );
}

/** Says that calls wait because there were too many. */
function useAnnouncedWaits() {
  const notify = useNotify();
  const translate = useTranslate();
  useEffect(
    () => onWait((seconds) => notify(translate('ui.errors.waiting', { seconds }), { type: 'info', autoHideDuration: Math.max(seconds, 10) * 1000 })),
    [notify, translate],
  );
}
