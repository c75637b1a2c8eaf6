import { Button, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useIsOffline, useTranslate } from 'react-admin';
import { CommandDialog, type Edits } from './CommandDialog';
import { useRefused } from './useRefused';

interface Props<T> {
  /** The prefix of the texts: button, title, text, done, and field. */
  text: string;
  /** What the texts are about. */
  values?: Record<string, unknown>;
  path: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The member of the body that the dialog asks for, and whether it may be left out. */
  field?: string;
  optional?: boolean;
  /** Leaves an empty field out, in place of sending null. */
  omit?: boolean;
  body?: Record<string, unknown>;
  /** The version of the record that it is based on. */
  version?: number;
  /** For a change of a record with a version: what to compare when another admin was faster. */
  edits?: Edits;
  danger?: boolean;
  primary?: boolean;
  /** What to announce of the answer to what was entered, in place of the text done. */
  done?: (answer: T, entered: string) => ReactNode;
  /** Comes before the command, and throws where it would be done twice. */
  check?: () => Promise<void>;
  onDone: (answer: T) => void;
  /** Gets what went wrong, beside the dialog's own message. */
  onError?: (error: unknown) => void;
  onRefused?: () => void;
  /** The id below which the log has what is done to the record; by default it is in the path. */
  about?: string;
}

/** A button of a command, with a dialog that says what will happen and asks for one text at most. */
export function CommandButton<T = RaRecord>(props: Props<T>) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const { onError, shown } = useRefused();
  const { text, field, optional, danger, primary, values } = props;
  const close = () => {
    setOpen(false);
    setValue('');
    onError(null);
  };
  return (
    <>
      <Button variant={primary ? 'contained' : 'outlined'} color={danger ? 'error' : 'primary'} disabled={isOffline} onClick={() => setOpen(true)}>
        {translate(`${text}.button`)}
      </Button>
      {open && (
        <CommandDialog<T>
          path={props.path}
          method={props.method}
          body={field && !(props.omit && value === '') ? { ...props.body, [field]: value || null } : props.body}
          version={props.version}
          edits={props.edits}
          title={translate(`${text}.title`, values)}
          submit={translate(`${text}.button`)}
          danger={danger}
          disabled={field !== undefined && !optional && value.trim() === ''}
          refusals={text}
          placed={field ? [field] : undefined}
          done={(answer) => props.done?.(answer, value) || translate(`${text}.done`, values)}
          check={props.check}
          onDone={props.onDone}
          onError={(error) => {
            onError(error);
            props.onError?.(error);
          }}
          onRefused={props.onRefused}
          about={props.about}
          onClose={close}
        >
          <Typography>{translate(`${text}.text`, values)}</Typography>
          {field && (
            <TextField
              {...shown(field)}
              label={translate(`${text}.field`, { _: translate('ui.command.why') })}
              value={value}
              onChange={(e) => setValue(e.target.value)}
              required={!optional}
              multiline
              autoFocus
            />
          )}
        </CommandDialog>
      )}
    </>
  );
}
