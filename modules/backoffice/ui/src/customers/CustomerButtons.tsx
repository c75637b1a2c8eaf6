import { Button } from '@mui/material';
import { TopToolbar, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import { useProblemText } from '../ui/Problem';
import { saveAnswer } from '../ui/saveFile';

/** What is done with all customers at once. */
export function CustomerButtons() {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveAnswer('/v1/admin/customers/export', 'customers.csv').catch((error) => notify(text(error), { type: 'error' }));
    setBusy(false);
  };
  return (
    <TopToolbar>
      {may('customers:write') && <Button component={Link} to="/customers/import">{translate('customers.import')}</Button>}
      <Button disabled={busy} onClick={() => void save()}>{translate('customers.exportAll')}</Button>
    </TopToolbar>
  );
}
