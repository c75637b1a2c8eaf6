import { Alert } from '@mui/material';
import { useEffect } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { noAnswer } from '../connection';

/** Says that the service cannot be reached, until it can. */
export function OfflineBar() {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  useEffect(() => {
    if (isOffline) noAnswer();
  }, [isOffline]);
  return (
    <div role="status" style={{ position: 'sticky', top: 48, zIndex: 2 }}>
      {isOffline && <Alert severity="warning" role="none">{translate('ui.errors.away')}</Alert>}
    </div>
  );
}
