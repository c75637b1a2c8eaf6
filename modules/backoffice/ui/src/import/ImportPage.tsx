import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Commands, Part } from '../ui/DetailPage';
import { DropZone } from '../ui/DropZone';
import { ProblemAlert } from '../ui/Problem';
import { saveFile } from '../ui/saveFile';
import { template } from './csv';
import { MappingTable } from './MappingTable';
import { ImportReport } from './ImportReport';
import { useImport } from './useImport';

/** Takes a CSV of products: it is checked first, and imported when that is wanted. */
export default function ImportPage() {
  const translate = useTranslate();
  const run = useImport();
  const { sheet, unread, busy, preview, report, error, stopped } = run;
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
      <DropZone
        text={translate('import.drop')}
        choose={translate('import.choose')}
        label={translate('import.file')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        disabled={busy !== null}
        onFile={(file) => void run.choose(file)}
      />
      {unread && <Alert severity="error">{unread.name}: {translate(`import.${unread.why}`)}</Alert>}
      {busy && sheet && (
        <Box role="status">
          <Typography gutterBottom>{translate(`import.${busy}`, { file: sheet.name })}</Typography>
          <LinearProgress aria-label={translate(`import.${busy}`, { file: sheet.name })} />
          <Button sx={{ mt: 1 }} onClick={run.stop}>{translate('import.stop')}</Button>
        </Box>
      )}
      {stopped && <Alert severity="warning">{translate('import.stopped')}</Alert>}
      {error !== null && <ProblemAlert error={error} retry={() => void (report ? run.save() : run.check())} />}
      {preview && !report?.isDone && (
        <Part title={translate('import.mapping')}>
          <MappingTable preview={preview} choices={run.choices} disabled={busy !== null} onChange={run.change} />
          {!report && error === null && (
            <Button variant="contained" sx={{ mt: 2 }} disabled={busy !== null} onClick={() => void run.check()}>{translate('import.check')}</Button>
          )}
        </Part>
      )}
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
