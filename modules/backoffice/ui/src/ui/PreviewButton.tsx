import OpenInNew from '@mui/icons-material/OpenInNew';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import { useProblemText } from './Problem';

/**
 * Makes the shop's page of what is not public, and leads to it. It takes two presses: a browser
 * opens no tab for what the service says a moment after the first.
 */
export function PreviewButton({ path, texts, of }: { path: string; texts: string; of?: Record<string, string> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const problemText = useProblemText();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const preview = await call<{ url: string | null }>(path, { method: 'POST' });
      setUrl(preview.url);
      if (preview.url === null) notify(translate(`${texts}.none`), { type: 'info' });
    } catch (error) {
      notify(problemText(error), { type: 'error' });
    }
    setBusy(false);
  };
  if (url) return <Button component="a" href={url} target="_blank" rel="noopener noreferrer" autoFocus endIcon={<OpenInNew />}>{translate(`${texts}.open`)}</Button>;
  return <Button disabled={busy} onClick={make} aria-label={of && translate(`${texts}.of`, of)}>{translate(`${texts}.make`)}</Button>;
}
