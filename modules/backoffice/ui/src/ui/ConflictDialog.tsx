import { Button, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import type { Edits } from './CommandDialog';
import { type Command, SendDialog } from './SendDialog';

export type Values = Record<string, unknown>;

/** A member of a body, and how its value is shown. */
export interface Compared {
  name: string;
  label: string;
  show?: (value: unknown) => ReactNode;
}

interface Props<T> {
  /** The change that was refused; its body is mine. */
  command: Command<T>;
  edits: Edits;
  /** The record as the other admin has left it. */
  theirs: Values;
  onStale: () => Promise<void>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Shows both versions of a record field by field and saves what is chosen over theirs. A field that
 * only one of the two has changed is that one's choice at first, and one that both have is mine.
 */
export function ConflictDialog<T>({ command, edits, theirs, onStale }: Props<T>) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const valuesOf = edits.valuesOf ?? ((record: Values) => record);
  const [base, now, mine] = [valuesOf(edits.record), valuesOf(theirs), command.body as Values];
  const differing = edits.fields.filter((f) => f.name in mine && !same(mine[f.name], now[f.name]));
  const [kept, setKept] = useState<string[]>(() => differing.map((f) => f.name).filter((name) => !same(mine[name], base[name])));
  const keep = (name: string, isMine: boolean) => setKept((before) => (isMine ? [...before, name] : before.filter((other) => other !== name)));
  const close = () => {
    refresh();
    command.onClose();
  };
  return (
    <SendDialog<T>
      {...command}
      title={translate('ui.conflict.title')}
      submit={translate(kept.length > 0 ? 'ui.list.save' : 'ui.conflict.takeAll')}
      danger={false}
      disabled={false}
      dirty={false}
      body={{ ...mine, ...Object.fromEntries(differing.filter((f) => !kept.includes(f.name)).map((f) => [f.name, now[f.name] ?? null])) }}
      version={theirs.version as number}
      instead={kept.length > 0 ? undefined : close}
      onStale={onStale}
      onClose={close}
    >
      <Typography>{translate(differing.length > 0 ? 'ui.conflict.text' : 'ui.conflict.same')}</Typography>
      {differing.length > 1 && (
        <Stack direction="row" spacing={1}>
          <Button variant="outlined" onClick={() => setKept(differing.map((f) => f.name))}>{translate('ui.conflict.keepAll')}</Button>
          <Button variant="outlined" onClick={() => setKept([])}>{translate('ui.conflict.takeAll')}</Button>
        </Stack>
      )}
      {differing.map((f) => (
        <Choice key={f.name} field={f} mine={mine[f.name]} theirs={now[f.name]} isMine={kept.includes(f.name)} onChange={(isMine) => keep(f.name, isMine)} />
      ))}
    </SendDialog>
  );
}

interface ChoiceProps {
  field: Compared;
  mine: unknown;
  theirs: unknown;
  isMine: boolean;
  onChange: (isMine: boolean) => void;
}

/** Asks which version of a field shall stand. */
export function Choice({ field, mine, theirs, isMine, onChange }: ChoiceProps) {
  const translate = useTranslate();
  const shown = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : (field.show?.(value) ?? String(value)));
  const option = (name: 'mine' | 'theirs', value: unknown) => (
    <FormControlLabel
      value={name}
      control={<Radio />}
      label={<span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{translate(`ui.conflict.${name}`)}: {shown(value)}</span>}
    />
  );
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{field.label}</FormLabel>
      <RadioGroup value={isMine ? 'mine' : 'theirs'} onChange={(_, chosen) => onChange(chosen === 'mine')}>
        {option('mine', mine)}
        {option('theirs', theirs)}
      </RadioGroup>
    </FormControl>
  );
}
