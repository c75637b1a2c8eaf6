import { Alert, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';

/** From when on a wait is a long one. */
const long = 10_000;

/** Says, of what has been active for long, that it takes its time, and offers to cancel it. */
export function SlowLine({ active, onCancel }: { active: boolean; onCancel: () => void }) {
  const translate = useTranslate();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setSlow(true), long);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [active]);
  return (
    <div role="status">
      {isSlow && (
        <Alert severity="info" role="none" action={<Button color="inherit" onClick={onCancel}>{translate('ui.command.cancel')}</Button>}>
          {translate('ui.list.slow')}
        </Alert>
      )}
    </div>
  );
}
