import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useIsOffline, useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { isRefusal, isStale, Problem } from '../problem';
import { LastAct, recordOf } from './LastAct';
import { ProblemAlert, useProblemText } from './Problem';
import { useAskBeforeLeaving } from './unsaved';

export interface Command<T> {
  /** Where it is posted. */
  path: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** The version of the record that it is based on: refused when there is a newer one. */
  version?: number;
  title: string;
  /** What is going to happen, and the fields that it takes. */
  children: ReactNode;
  submit: string;
  danger?: boolean;
  disabled?: boolean;
  /** Whether closing loses what was entered. */
  dirty?: boolean;
  /** What to announce of the answer. */
  done: (answer: T) => ReactNode;
  /** Comes before the command, and throws where it would be done twice. */
  check?: () => Promise<void>;
  /** Gets the answer. */
  onDone: (answer: T) => void;
  /** The prefix of texts of its own for the codes of refusals. */
  refusals?: string;
  /** The members of the body whose faults are said at their fields. */
  placed?: string[];
  /** Gets what went wrong, beside the dialog's own message. */
  onError?: (error: unknown) => void;
  /**
   * Called after a refusal, so that the page reads the state of now. The dialog closes, unless
   * something was entered.
   */
  onRefused?: () => void;
  /** The id below which the log has what is done to the record; by default it is in the path. */
  about?: string;
  onClose: () => void;
}

interface Props<T> extends Command<T> {
  /** Called when the record has a newer version; what it throws is shown. */
  onStale?: () => Promise<void>;
  /** Takes the place of sending. */
  instead?: () => void;
}

/**
 * Asks before a command and sends it. All attempts of one dialog have the same idempotency key: a
 * double click, or a repetition after a lost answer, has one effect.
 */
export function SendDialog<T>(command: Props<T>) {
  const translate = useTranslate();
  const notify = useNotify();
  const isOffline = useIsOffline();
  const title = useId();
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const text = useProblemText(command.refusals, command.placed);
  const record = command.about ?? recordOf(command.path);
  const mayLeave = useAskBeforeLeaving(Boolean(command.dirty) && !busy);
  const close = () => mayLeave() && command.onClose();

  const attempt = async (): Promise<{ answer: T } | { failure: unknown } | null> => {
    const match = tagOf(command.version);
    try {
      await command.check?.();
      return { answer: await call<T>(command.path, { method: command.method ?? 'POST', body: command.body, key, match }) };
    } catch (failure) {
      if (!command.onStale || !isStale(failure)) return { failure };
      return command.onStale().then(() => null, (failure: unknown) => ({ failure }));
    }
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (command.instead) return command.instead();
    setBusy(true);
    setError(null);
    const result = await attempt();
    if (result === null) return; // another dialog goes on
    if ('answer' in result) {
      notify(command.done(result.answer), { type: 'success' });
      command.onDone(result.answer);
      return command.onClose();
    }
    setBusy(false);
    command.onError?.(result.failure);
    if (!command.onRefused || !isRefusal(result.failure)) return setError(result.failure);
    command.onRefused();
    if (command.dirty) return setError(result.failure);
    notify(<>{text(result.failure)}<LastAct of={record} /></>, { type: 'warning', autoHideDuration: 15_000 });
    command.onClose();
  };

  return (
    <Dialog open onClose={busy ? undefined : close} aria-labelledby={title} fullWidth maxWidth="sm">
      <form onSubmit={send}>
        <DialogTitle id={title}>{command.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {command.children}
          {error instanceof Problem && error.isUnclear && <Alert severity="warning">{translate('ui.errors.unclear')}</Alert>}
          {error !== null && (
            <ProblemAlert error={error} refusals={command.refusals} placed={command.placed}>{isRefusal(error) && <LastAct of={record} />}</ProblemAlert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            {translate('ui.command.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={command.danger ? 'error' : 'primary'} disabled={busy || isOffline || command.disabled}>
            {command.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
