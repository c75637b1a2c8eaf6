import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Commands, Part } from '../ui/DetailPage';
import { DropZone } from '../ui/DropZone';
import { ProblemAlert } from '../ui/Problem';
import { saveFile } from '../ui/saveFile';
import { ImportReport, type ReportOfImport } from './ImportReport';
import type { useFileImport } from './useFileImport';

interface Props<R extends ReportOfImport, C> {
  /** The texts of the page: its title, text and back, and the counts of its report. */
  text: string;
  /** The list that shows what was imported. */
  back: string;
  template: { content: () => Blob; name: string };
  run: ReturnType<typeof useFileImport<R, C>>;
  /** How much an import would do. */
  work: (report: R) => number;
  /** What stands between the file and its report. */
  settings?: ReactNode;
  /** What stands above the report's counts. */
  about?: (report: R) => ReactNode;
}

/** Takes a file: it is checked first, and imported when that is wanted. */
export function ImportSteps<R extends ReportOfImport, C>({ text, back, template, run, work, settings, about }: Props<R, C>) {
  const translate = useTranslate();
  const { sheet, unread, busy, report, error, stopped } = run;
  const does = report === null ? 0 : work(report.of);
  const changesNothing = report !== null && !report.isDone && report.of.failed === 0 && does === 0;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate(`${text}.title`)} />
      <Typography>{translate(`${text}.text`)}</Typography>
      <Commands>
        <Button component={Link} to={back}>{translate(`${text}.back`)}</Button>
        <Button onClick={() => saveFile(template.content(), template.name)}>{translate('import.template')}</Button>
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
      {settings}
      {report && sheet && !busy && (
        <Part title={sheet.name}>
          {about?.(report.of)}
          <ImportReport report={report.of} isDone={report.isDone} sheet={sheet} counts={`${text}.counts`} />
          {changesNothing && <Alert severity="info">{translate('import.nothing')}</Alert>}
          {!report.isDone && (
            <Button variant="contained" sx={{ mt: 2 }} disabled={does === 0} onClick={() => void run.save()}>{translate('import.import')}</Button>
          )}
        </Part>
      )}
    </Stack>
  );
}
