import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { type RaRecord, useIsOffline, useTranslate } from 'react-admin';
import { isRefusal, Problem } from '../problem';
import { LastAct } from './LastAct';
import { useProblemText } from './Problem';
import { type BulkRequest, useBulk } from './useBulk';

/** A command for several records of a list. */
export interface BulkAction<T> {
  /** The prefix of the texts: button, title and text, of %{smart_count} records. */
  text: string;
  /** What else the texts say of the records, as sums. */
  values?: (records: T[]) => Record<string, unknown>;
  scope: string;
  /** Whether it is possible for a record; the summary says which are left out. */
  applies: (record: T) => boolean;
  name: (record: T) => string;
  /** The request for a record, with what the dialog asked for. */
  request: (record: T, asked: string) => BulkRequest;
  /** Whether the dialog asks for a reason. */
  asks?: boolean;
  danger?: boolean;
}

interface Props<T> {
  action: BulkAction<T>;
  records: T[];
  /** Gets the records that are done; null when nothing was sent. */
  onClose: (done: T[] | null) => void;
}

/** Says what will happen to which records, does it, and lists what failed and why. */
export function BulkDialog<T extends RaRecord>({ action, records, onClose }: Props<T>) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const title = useId();
  const [asked, setAsked] = useState('');
  const { run, stop, running, outcomes } = useBulk<T>((record) => action.request(record, asked));
  const [possible] = useState(() => records.filter(action.applies));
  const done = possible.filter((record) => outcomes.get(record.id) === 'done');
  const open = possible.filter((record) => outcomes.get(record.id) !== 'done');
  const hasRun = outcomes.size > 0 || running;
  const close = () => onClose(hasRun ? done : null);
  const values = { smart_count: possible.length, ...action.values?.(possible) };
  return (
    <Dialog open onClose={running ? undefined : close} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{translate(`${action.text}.title`, values)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {!hasRun && (
          <>
            <Summary action={action} records={records} possible={possible} values={values} />
            {action.asks && <TextField label={translate('ui.command.why')} value={asked} onChange={(e) => setAsked(e.target.value)} required multiline />}
          </>
        )}
        {running && <LinearProgress variant="determinate" value={(100 * outcomes.size) / possible.length} aria-label={translate('ui.bulk.progress')} />}
        {hasRun && <Typography role="status">{translate('ui.bulk.done', { done: done.length, all: possible.length })}</Typography>}
        {!running && hasRun && <Failures records={open} outcomes={outcomes} name={action.name} />}
      </DialogContent>
      <DialogActions>
        {running ? <Button onClick={stop}>{translate('ui.bulk.stop')}</Button> : <Button onClick={close}>{translate(hasRun ? 'ui.command.close' : 'ui.command.cancel')}</Button>}
        {!(hasRun && open.length === 0) && (
          <Button
            variant="contained"
            color={action.danger ? 'error' : 'primary'}
            disabled={running || isOffline || possible.length === 0 || (action.asks && asked.trim() === '')}
            onClick={() => run(open)}
          >
            {translate(hasRun ? 'ui.bulk.again' : `${action.text}.button`, { smart_count: open.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Which records it is about, and which are left out. */
function Summary<T extends RaRecord>({ action, records, possible, values }: { action: BulkAction<T>; records: T[]; possible: T[]; values: object }) {
  const translate = useTranslate();
  const left = records.filter((record) => !possible.includes(record));
  return (
    <>
      {possible.length > 0 && <Typography>{translate(`${action.text}.text`, values)}</Typography>}
      <Typography sx={{ maxHeight: 200, overflow: 'auto' }} tabIndex={0}>{possible.map(action.name).join(', ')}</Typography>
      {left.length > 0 && (
        <Alert severity="info">{translate('ui.bulk.left', { smart_count: left.length, names: left.map(action.name).join(', ') })}</Alert>
      )}
    </>
  );
}

/** What failed, and why. */
function Failures<T extends RaRecord>({ records, outcomes, name }: { records: T[]; outcomes: ReturnType<typeof useBulk>['outcomes']; name: (record: T) => string }) {
  const translate = useTranslate();
  const text = useProblemText();
  if (records.length === 0) return null;
  const why = (record: T) => {
    const outcome = outcomes.get(record.id);
    if (!outcome || outcome === 'done') return translate('ui.bulk.notBegun');
    const { error } = outcome;
    return error instanceof Problem && error.requestId ? `${text(error)} (${translate('ui.errors.requestId', { id: error.requestId })})` : text(error);
  };
  const isRefused = (record: T) => {
    const outcome = outcomes.get(record.id);
    return outcome && outcome !== 'done' && isRefusal(outcome.error);
  };
  return (
    <Alert severity="warning">
      <ul style={{ margin: 0, paddingLeft: '1em' }}>
        {records.map((record) => (
          <li key={record.id}><strong>{name(record)}</strong>: {why(record)}{isRefused(record) && <LastAct of={String(record.id)} />}</li>
        ))}
      </ul>
    </Alert>
  );
}
