import { Button, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useIsOffline, useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { Commands } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { saveAnswer } from '../ui/saveFile';
import type { Method } from './price';

interface Props {
  method: Method;
  /** Whether the table has changes that are not saved: neither file would have them. */
  isDirty: boolean;
  readOnly: boolean;
  show: (saved: Method) => void;
}

/** The table as a CSV file, and one that takes its place: as a whole, or not at all. */
export function RateFile({ method, isDirty, readOnly, show }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const isOffline = useIsOffline();
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const path = `/v1/admin/shipping-methods/${method.id}/rates`;
  const during = async (act: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    await act().catch(setError);
    setBusy(false);
  };
  const replace = async (file: File) => {
    const body = new Blob([file], { type: 'text/csv' });
    const saved = await call<Method>(path, { method: 'PUT', body, match: tagOf(method.version), key: crypto.randomUUID() });
    show(saved);
    notify(translate('shipping.rates.saved', { smart_count: saved.rates.length }), { type: 'success' });
  };
  const disabled = busy || isDirty || isOffline;
  return (
    <>
      <Commands>
        <Button disabled={disabled} onClick={() => void during(() => saveAnswer(path, 'shipping-rates.csv'))}>{translate('ui.export.button')}</Button>
        {!readOnly && <Button disabled={disabled} onClick={() => chooser.current?.click()}>{translate('shipping.file.button')}</Button>}
      </Commands>
      {!readOnly && <Typography variant="body2" color="textSecondary">{translate(isDirty ? 'shipping.file.unsaved' : 'shipping.file.help')}</Typography>}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={translate('shipping.file.button')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void during(() => replace(file));
          event.target.value = ''; // so that the same file can be chosen again
        }}
      />
      {error !== null && <ProblemAlert error={error} />}
    </>
  );
}
