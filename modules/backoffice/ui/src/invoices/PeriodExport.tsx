import { Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Typography } from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { query } from '../api';
import { ProblemAlert } from '../ui/Problem';
import { saveAnswer } from '../ui/saveFile';
import { lastMonth } from './days';
import { DayFields } from './DayFields';

/** Saves the documents of a period, which a dialog asks for, as a ZIP. */
export function PeriodExport() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} sx={{ flexShrink: 0 }}>{translate('invoices.export.button')}</Button>
      {open && <PeriodDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PeriodDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const title = useId();
  const [period, setPeriod] = useState(lastMonth);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await saveAnswer(`/v1/admin/invoices/export${query({ ...period })}`, `invoices-${period.from}-${period.to}.zip`);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <form onSubmit={save}>
        <DialogTitle id={title}>{translate('invoices.export.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>{translate('invoices.export.text')}</Typography>
          <DayFields of={period} onChange={setPeriod} autoFocus />
          {busy && <LinearProgress aria-label={translate('ui.export.progress')} />}
          {error !== null && <ProblemAlert error={error} refusals="invoices.export" />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>{translate('ui.command.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy || isOffline || !period.from || !period.to}>{translate('invoices.export.submit')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
