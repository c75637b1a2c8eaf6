import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useProblemText } from '../ui/Problem';
import { saveAnswer } from '../ui/saveFile';

/** Returns what saves the answer at a path as a file, and says what went wrong; one at a time. */
export function useSave() {
  const notify = useNotify();
  const text = useProblemText('invoices.files');
  const [busy, setBusy] = useState(false);
  const save = async (path: string, name: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await saveAnswer(path, name);
    } catch (error) {
      notify(text(error), { type: 'error' });
    }
    setBusy(false);
  };
  return { busy, save };
}
