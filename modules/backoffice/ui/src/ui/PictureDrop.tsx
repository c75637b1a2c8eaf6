import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Media } from '../media/upload';
import { type Transfer, useUploads } from '../media/useUploads';
import { Problem } from '../problem';
import { useProblemText } from './Problem';

interface Props {
  /** Gets each picture that the service has taken. */
  onUploaded: (media: Media) => void;
  /** One file at a time. */
  single?: boolean;
}

/** Takes pictures that are dropped, chosen or pasted, and uploads them. */
export function PictureDrop({ onUploaded, single }: Props) {
  const translate = useTranslate();
  const { transfers, add, retry, drop } = useUploads(onUploaded);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const take = (files: FileList | null | undefined) => {
    const list = Array.from(files ?? []);
    add(single ? list.slice(0, 1) : list);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={(event) => event.clipboardData.files.length > 0 && take(event.clipboardData.files)}
      sx={{ border: '1px dashed', borderColor: over ? 'primary.main' : 'divider', borderRadius: 1, p: 2, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => chooser.current?.click()} aria-describedby={hint}>{translate('ui.pictures.choose')}</Button>
        <Typography id={hint} variant="body2" sx={{ flex: '1 1 12rem' }}>{translate('ui.pictures.hint')}</Typography>
      </Box>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={!single}
        accept="image/*"
        data-testid="picture-file"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      <div aria-live="polite">
        {transfers.map((t) => <TransferLine key={t.id} transfer={t} retry={() => retry(t)} drop={() => drop(t.id)} />)}
      </div>
    </Box>
  );
}

function TransferLine({ transfer, retry, drop }: { transfer: Transfer; retry: () => void; drop: () => void }) {
  const translate = useTranslate();
  const text = useUploadText();
  const { file, progress, error } = transfer;
  if (error === null) {
    return (
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Typography variant="body2" noWrap sx={{ width: '12rem' }}>{file.name}</Typography>
        <LinearProgress variant="determinate" value={100 * progress} aria-label={translate('ui.pictures.progress', { name: file.name })} sx={{ flex: 1 }} />
        <Button size="small" onClick={drop}>{translate('ui.pictures.abort')}</Button>
      </Box>
    );
  }
  return (
    <Alert
      severity="error"
      sx={{ mt: 1 }}
      action={
        <>
          {error instanceof Problem && error.isUnclear && <Button color="inherit" size="small" onClick={retry}>{translate('ui.errors.tryAgain')}</Button>}
          <Button color="inherit" size="small" onClick={drop}>{translate('ui.command.close')}</Button>
        </>
      }
    >
      {file.name}: {text(error)}
    </Alert>
  );
}

/** Says why a file was refused. */
function useUploadText() {
  const translate = useTranslate();
  const general = useProblemText();
  return (error: unknown) => {
    if (!(error instanceof Problem)) return general(error);
    if (error.code === 'body_too_large') return translate('ui.pictures.tooLarge');
    const code = error.errors.find((e) => e.pointer === '/file')?.code;
    if (code === 'out_of_range') return translate('ui.pictures.tooManyPixels');
    return code ? translate('ui.pictures.badFormat') : general(error);
  };
}
