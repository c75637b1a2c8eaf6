import { Button, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import { saveFile } from '../ui/saveFile';
import { csvOf } from '../ui/csv';
import { detailIn } from '../ui/faults';
import type { Schemas } from '../types';
import type { Sheet } from './useFileImport';

/** What reports of all imports have. */
export type ReportOfImport = Pick<Schemas['ProductImport'], 'created' | 'updated' | 'unchanged' | 'failed' | 'errors' | 'warnings' | 'ignoredColumns'> & {
  picturesToFetch?: number;
};

interface ReportProps {
  report: ReportOfImport;
  isDone: boolean;
  sheet: Sheet;
  /** The texts of what was counted. */
  counts: string;
}

/** What an import did, or would do, and what is wrong by line. */
export function ImportReport({ report, isDone, sheet, counts }: ReportProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography role="status">{translate(isDone ? 'import.did' : 'import.wouldDo')}</Typography>
      <Stack component="ul" direction="row" spacing={3} useFlexGap sx={{ flexWrap: 'wrap', listStyle: 'none', p: 0 }}>
        {(['created', 'updated', 'unchanged', 'failed'] as const).map((count) => (
          <li key={count}>
            <Typography component="span" sx={{ fontWeight: 700, color: count === 'failed' && report.failed > 0 ? 'error.main' : undefined }}>
              {report[count]}
            </Typography>{' '}
            {translate(`${counts}.${count}`)}
          </li>
        ))}
      </Stack>
      {(report.picturesToFetch ?? 0) > 0 && (
        <Typography sx={{ mb: 2 }}>{translate('import.picturesToFetch', { smart_count: report.picturesToFetch })}</Typography>
      )}
      {report.ignoredColumns.length > 0 && (
        <Typography sx={{ mb: 2 }}>{translate('import.ignored', { columns: report.ignoredColumns.join(', ') })}</Typography>
      )}
      {report.errors.length > 0 && <Errors report={report} sheet={sheet} />}
      {report.warnings.length > 0 && <Warnings report={report} />}
    </>
  );
}

function Errors({ report, sheet }: { report: ReportOfImport; sheet: Sheet }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const columns = ['line', 'column', 'fault', 'code', 'detail'];
  const saveFailed = () => saveFile(failedRows(report, sheet, translate('import.reason'), (detail) => detailIn(locale, detail)), 'failed.csv');
  return (
    <>
      {sheet.rows.length > 0 && (
        <Button variant="outlined" onClick={saveFailed}>
          {translate('import.failedRows')}
        </Button>
      )}
      {report.errors.length === 1000 && <Typography sx={{ mt: 1 }}>{translate('import.first')}</Typography>}
      <TableContainer tabIndex={0} role="region" aria-label={translate('import.errors')} sx={{ maxHeight: 480, mt: 1 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>{columns.map((column) => <TableCell key={column}>{translate(`import.${column}`)}</TableCell>)}</TableRow>
          </TableHead>
          <TableBody>
            {report.errors.map((e, i) => (
              <TableRow key={i}>
                <TableCell>{e.line}</TableCell>
                <TableCell>{e.column}</TableCell>
                <TableCell>{translate(`ui.fields.${e.code}`, { _: translate(`ui.errors.${e.code}`, { _: e.code }) })}</TableCell>
                <TableCell><code>{e.code}</code></TableCell>
                <TableCell>{detailIn(locale, e.detail)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}

/** What was not taken over as it stands in the file. */
function Warnings({ report }: { report: ReportOfImport }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  return (
    <TableContainer tabIndex={0} role="region" aria-label={translate('import.warnings')} sx={{ maxHeight: 320, mt: 2 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>{['line', 'column', 'warnings'].map((name) => <TableCell key={name}>{translate(`import.${name}`)}</TableCell>)}</TableRow>
        </TableHead>
        <TableBody>
          {report.warnings.map((w, i) => (
            <TableRow key={i}>
              <TableCell>{w.line}</TableCell>
              <TableCell>{w.column}</TableCell>
              <TableCell>{detailIn(locale, w.detail)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The lines that failed, as they are in the file, with the reason in a column of its own. */
function failedRows(report: ReportOfImport, sheet: Sheet, reason: string, say: (detail: string) => string): Blob {
  const reasons = new Map<number, string>();
  for (const e of report.errors) {
    const why = e.column ? `${e.column}: ${say(e.detail)}` : say(e.detail);
    reasons.set(e.line, reasons.has(e.line) ? `${reasons.get(e.line)}; ${why}` : why);
  }
  const [header, ...rows] = sheet.rows;
  const failed = rows.filter((row) => reasons.has(row.line));
  return csvOf([[...(header?.cells ?? []), reason], ...failed.map((row) => [...row.cells, reasons.get(row.line)!])]);
}
