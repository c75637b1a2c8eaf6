// Pages whose code is loaded when they are opened first.

import { Alert, AlertTitle, Button } from '@mui/material';
import { type ComponentType, lazy } from 'react';
import { Title, useTranslate } from 'react-admin';
import { reachable } from './connection';

type Code = { default: ComponentType };

/** Where a tab keeps that it was reloaded because code was missing. */
const reloaded = 'reloadedForCode';

/** A page whose code load brings. It survives a lost connection, and an upgrade of the service. */
export const page = (load: () => Promise<Code>) => lazy(() => loadOrReload(load));

/**
 * Loads code. While the service cannot be reached, it waits. Code that is missing at a service that
 * answers has another address since an upgrade: then the tab is loaded anew, once.
 */
async function loadOrReload(load: () => Promise<Code>): Promise<Code> {
  const code = await load().catch(() => reachable().then(load)).catch(() => null);
  if (code) {
    sessionStorage.removeItem(reloaded);
    return code;
  }
  if (sessionStorage.getItem(reloaded) !== null) return { default: Missing };
  sessionStorage.setItem(reloaded, '1');
  window.location.reload();
  return new Promise(() => undefined); // until the new document takes over
}

/** What stands in place of a page whose code did not come, not even after a reload. */
function Missing() {
  const translate = useTranslate();
  const again = () => window.location.reload();
  return (
    <Alert severity="error" sx={{ mt: 2 }} action={<Button color="inherit" onClick={again}>{translate('ui.errors.tryAgain')}</Button>}>
      <Title title={translate('ui.missing.title')} />
      <AlertTitle>{translate('ui.missing.text')}</AlertTitle>
    </Alert>
  );
}
