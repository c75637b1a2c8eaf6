import { Alert, Box, Button, LinearProgress, Paper, Stack, Typography } from '@mui/material';
import { type DragEvent, useRef, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Commands, Part } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { saveFile } from '../ui/saveFile';
import { template } from './csv';
import { ImportReport } from './ImportReport';
import { useImport } from './useImport';

/** Takes a CSV of products: it is checked first, and imported when that is wanted. */
export default function ImportPage() {
  const translate = useTranslate();
  const run = useImport();
  const { sheet, unread, busy, report, error, stopped } = run;
  const changesNothing = report !== null && !report.isDone && report.of.failed === 0 && report.of.created + report.of.updated === 0;
  const canSave = report !== null && !report.isDone && report.of.created + report.of.updated > 0;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('import.title')} />
      <Typography>{translate('import.text')}</Typography>
      <Commands>
        <Button component={Link} to="/products">{translate('import.back')}</Button>
        <Button onClick={() => saveFile(template(), 'products-template.csv')}>{translate('import.template')}</Button>
      </Commands>
      <DropZone disabled={busy !== null} onFile={(file) => void run.choose(file)} />
      {unread && (
        <Alert severity="error" action={unread.why === 'notText' && <Button color="inherit" onClick={run.readAsWindows}>{translate('import.windows')}</Button>}>
          {unread.name}: {translate(`import.${unread.why}`)}
        </Alert>
      )}
      {busy && sheet && (
        <Box role="status">
          <Typography gutterBottom>{translate(`import.${busy}`, { rows: sheet.rows.length - 1 })}</Typography>
          <LinearProgress aria-label={translate(`import.${busy}`, { rows: sheet.rows.length - 1 })} />
          <Button sx={{ mt: 1 }} onClick={run.stop}>{translate('import.stop')}</Button>
        </Box>
      )}
      {stopped && <Alert severity="warning">{translate('import.stopped')}</Alert>}
      {error !== null && <ProblemAlert error={error} retry={() => void (report ? run.save() : run.check())} />}
      {report && sheet && !busy && (
        <Part title={sheet.name}>
          <ImportReport report={report.of} isDone={report.isDone} sheet={sheet} />
          {changesNothing && <Alert severity="info">{translate('import.nothing')}</Alert>}
          {!report.isDone && (
            <Button variant="contained" sx={{ mt: 2 }} disabled={!canSave} onClick={() => void run.save()}>{translate('import.import')}</Button>
          )}
        </Part>
      )}
    </Stack>
  );
}

/** Where a file is dropped, or chosen. */
function DropZone({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const translate = useTranslate();
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    <Paper
      variant="outlined"
      sx={{ p: 3, textAlign: 'center', borderStyle: 'dashed', bgcolor: isOver ? 'action.hover' : undefined }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Typography gutterBottom>{translate('import.drop')}</Typography>
      <Button variant="outlined" disabled={disabled} onClick={() => chooser.current?.click()}>{translate('import.choose')}</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={translate('import.file')}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = ''; // so that the same file can be chosen again
        }}
      />
    </Paper>
  );
}
