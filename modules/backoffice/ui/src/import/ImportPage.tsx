import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Part } from '../ui/DetailPage';
import { template } from './csv';
import { Fetches } from './Fetches';
import { ImportSteps } from './ImportSteps';
import { MappingTable } from './MappingTable';
import { type Report, useImport } from './useImport';

const work = (report: Report) => report.created + report.updated + report.picturesToFetch;

/** Takes a file of products, whose columns can be read in another way than the service proposes. */
export default function ImportPage() {
  const translate = useTranslate();
  const run = useImport();
  const { busy, preview, report, error } = run;
  return (
    <>
      <ImportSteps
        text="import"
        back="/products"
        template={{ content: template, name: 'products-template.csv' }}
        run={run}
        work={work}
        settings={preview && !report?.isDone && (
          <Part title={translate('import.mapping')}>
            <MappingTable preview={preview} choices={run.choices} disabled={busy !== null} onChange={run.change} />
            {!report && error === null && (
              <Button variant="contained" sx={{ mt: 2 }} disabled={busy !== null} onClick={() => void run.check()}>{translate('import.check')}</Button>
            )}
          </Part>
        )}
      />
      <Fetches />
    </>
  );
}
