import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { customerTemplate } from './csv';
import { ImportSteps } from './ImportSteps';
import { type CustomerReport, useCustomerImport } from './useCustomerImport';

const work = (report: CustomerReport) => report.created + report.updated;

/** Takes a file of customers, none of whom gets a mail by it. */
export default function CustomerImportPage() {
  const translate = useTranslate();
  return (
    <ImportSteps
      text="import.customers"
      back="/customers"
      template={{ content: customerTemplate, name: 'customers-template.csv' }}
      run={useCustomerImport()}
      work={work}
      about={({ format }) => (
        <Typography gutterBottom>{translate('import.format', { format: translate(`import.formats.${format}`) })}</Typography>
      )}
    />
  );
}
