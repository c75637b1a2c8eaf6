import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { callRaw } from '../api';
import { useProblemText } from '../ui/Problem';
import { saveFile } from '../ui/saveFile';
import type { Person } from './EraseDialog';

/** Saves everything that is held on a person, read at the path, as a file. */
export function ExportDataButton({ of, path }: { of: Person; path: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const answer = await callRaw(path);
      saveFile(new Blob([JSON.stringify(await answer.json(), null, 2)], { type: 'application/json' }), `${of.email}.json`);
      notify(translate('customers.export.done', { name: of.fullName }), { type: 'success' });
    } catch (error) {
      notify(text(error), { type: 'error' });
    }
    setBusy(false);
  };
  return <Button variant="outlined" onClick={run} disabled={busy}>{translate('customers.export.button')}</Button>;
}
