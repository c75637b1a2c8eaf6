import { Button, LinearProgress, Stack, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useIsOffline, useListContext, useNotify, useTranslate } from 'react-admin';
import { callRaw, query } from '../api';
import { useProblemText } from './Problem';
import { saveFile } from './saveFile';

/**
 * Saves what the filters of the list match as a file, which the service writes. path is where it
 * is read, name what the file is called.
 */
export function ExportButton({ path, name }: { path: string; name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const isOffline = useIsOffline();
  const { filterValues } = useListContext();
  const cut = useRef<AbortController | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const save = async () => {
    cut.current = new AbortController();
    setRead(0);
    try {
      const answer = await callRaw(path + query(filterValues), { signal: cut.current.signal });
      saveFile(await readWhole(answer, setRead), name);
    } catch (error) {
      if (!cut.current.signal.aborted) notify(text(error), { type: 'error' });
    }
    setRead(null);
  };
  if (read === null) return <Button onClick={save} disabled={isOffline} sx={{ flexShrink: 0 }}>{translate('ui.export.button')}</Button>;
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <LinearProgress sx={{ width: 80 }} aria-label={translate('ui.export.progress')} />
      <Typography variant="body2" role="status">{translate('ui.export.read', { size: Math.round(read / 1024) })}</Typography>
      <Button onClick={() => cut.current?.abort()}>{translate('ui.command.cancel')}</Button>
    </Stack>
  );
}

/** Reads the body of an answer, and says after each piece how many bytes have come. */
async function readWhole(answer: Response, onRead: (bytes: number) => void): Promise<Blob> {
  const reader = answer.body!.getReader();
  const pieces: BlobPart[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: answer.headers.get('Content-Type') ?? undefined });
    pieces.push(value);
    bytes += value.byteLength;
    onRead(bytes);
  }
}
