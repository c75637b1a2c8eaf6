import { Autocomplete, Checkbox, FormControlLabel, FormHelperText, MenuItem, Stack, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useLocaleState, useTranslate } from 'react-admin';
import { amountText, parseNumber } from './amount';
import { CommandDialog } from './CommandDialog';
import type { Values } from './ConflictDialog';
import { isPicture } from './isPicture';
import { Picture } from './Picture';
import { PictureDrop } from './PictureDrop';
import { Time } from './Time';
import { useRefused } from './useRefused';

export interface Field {
  /** The member of the request. */
  name: string;
  label: string;
  kind?: 'text' | 'long' | 'number' | 'money' | 'time' | 'switch' | 'choice' | 'choices' | 'picture';
  options?: { value: string; label: string }[];
  /** choices alone: others than the options may be typed. */
  free?: boolean;
  required?: boolean;
  help?: string;
  /** The code of the refusal of a value, as of one that another record has. */
  taken?: string;
  /** Makes what the input holds of the record's value, and the request's value of what it holds; both are the same by default. */
  read?: (value: unknown) => unknown;
  write?: (held: unknown) => unknown;
}

interface Props<T> {
  path: string;
  method?: 'POST' | 'PATCH' | 'PUT';
  /** Of the record that is changed, when its fields cannot be compared with those of the form. */
  version?: number;
  title: string;
  submit: string;
  fields: Field[];
  /** What the fields begin with: a record, when it is changed. */
  initial?: Values;
  /** Reads the record of now; by default it is read where it is changed. */
  reread?: () => Promise<Values>;
  /** What stands below the fields, of the body as it would be sent now. */
  hint?: (body: Values) => ReactNode;
  /** Members of the request that have no field. */
  also?: Values;
  /** Leaves out what is empty, in place of sending null. */
  omitEmpty?: boolean;
  done: (answer: T) => string;
  onDone: (answer: T) => void;
  /** Called after a refusal, so that the page reads the state of now. */
  onRefused?: () => void;
  /** The id below which the log has what is done to the record; by default it is in the path. */
  about?: string;
  onClose: () => void;
}

/** A form in a dialog: what the service refuses is said at its field. */
export function FormDialog<T = RaRecord>({ fields, initial, reread, hint, also, omitEmpty, ...command }: Props<T>) {
  const [locale] = useLocaleState();
  const inputOf = (f: Field, record?: Values) => toInput(f, record?.[f.name], locale);
  const [values, setValues] = useState<Values>(() => Object.fromEntries(fields.map((f) => [f.name, inputOf(f, initial)])));
  const { onError, refused, clear } = useRefused(Object.fromEntries(fields.flatMap((f) => (f.taken ? [[f.taken, f.name]] : []))));
  const bodyOf = (input: (field: Field) => unknown) => {
    const members = fields.map((f): [string, unknown] => [f.name, toBody(f, input(f), locale)]);
    return Object.fromEntries(members.filter(([, value]) => !omitEmpty || (value !== null && !isEmpty(value))));
  };
  const valuesOf = (record: Values) => bodyOf((f) => inputOf(f, record));
  const body = bodyOf((f) => values[f.name]);
  const shown = useShown();
  const show = (f: Field, value: unknown) => shown(f, f.read ? f.read(value) : value);
  return (
    <CommandDialog<T>
      {...command}
      body={{ ...body, ...also }}
      edits={initial && { record: initial, fields: fields.map((f) => ({ ...f, show: (value) => show(f, value) })), valuesOf, reread }}
      dirty={JSON.stringify(body) !== JSON.stringify(valuesOf(initial ?? {}))}
      disabled={fields.some((f) => f.required && isEmpty(values[f.name]))}
      onError={onError}
      refusals="ui.taken"
      placed={fields.map((f) => f.name)}
    >
      {fields.map((f, i) => (
        <Input
          key={f.name}
          field={f}
          value={values[f.name]}
          error={refused(f.name)}
          first={i === 0}
          onChange={(value) => {
            clear(f.name);
            setValues((before) => ({ ...before, [f.name]: value }));
          }}
        />
      ))}
      {hint?.(body)}
    </CommandDialog>
  );
}

interface InputProps {
  field: Field;
  value: unknown;
  error?: string;
  first: boolean;
  onChange: (value: unknown) => void;
}

function Input({ field, value, error, first, onChange }: InputProps) {
  const help = error ?? field.help;
  if (field.kind === 'switch') {
    return (
      <div>
        <FormControlLabel label={field.label} control={<Checkbox checked={Boolean(value)} onChange={(e) => onChange(e.target.checked)} />} />
        {help && <FormHelperText error={Boolean(error)}>{help}</FormHelperText>}
      </div>
    );
  }
  if (field.kind === 'picture') return <PictureField field={field} value={String(value)} error={error} onChange={onChange} />;
  const shown = { label: field.label, required: field.required, error: Boolean(error), helperText: help };
  if (field.kind === 'choices') return <Choices field={field} value={value as string[]} shown={shown} onChange={onChange} />;
  return (
    <TextField
      {...shown}
      value={value}
      onChange={(e) => onChange(e.target.value)}
      type={field.kind === 'time' ? 'datetime-local' : 'text'}
      select={field.kind === 'choice'}
      multiline={field.kind === 'long'}
      autoFocus={first}
      slotProps={{
        inputLabel: field.kind === 'time' ? { shrink: true } : undefined,
        htmlInput: { inputMode: field.kind === 'number' ? 'numeric' : field.kind === 'money' ? 'decimal' : undefined },
      }}
      sx={first ? { mt: 1 } : undefined}
    >
      {field.options?.map((o) => <MenuItem key={o.value} value={o.value}>{o.label}</MenuItem>)}
    </TextField>
  );
}

/** The address of a picture, which may be uploaded here. */
function PictureField({ field, value, error, onChange }: Omit<InputProps, 'first' | 'value'> & { value: string }) {
  return (
    <Stack spacing={1}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'start' }}>
        <Picture url={isPicture(value) ? value : null} name={field.label} />
        <TextField label={field.label} value={value} onChange={(e) => onChange(e.target.value)} error={Boolean(error)} helperText={error ?? field.help} fullWidth />
      </Stack>
      <PictureDrop single onUploaded={(picture) => onChange(picture.url)} />
    </Stack>
  );
}

function Choices({ field, value, shown, onChange }: { field: Field; value: string[]; shown: object; onChange: (value: string[]) => void }) {
  const label = (v: string) => field.options?.find((o) => o.value === v)?.label ?? v;
  return (
    <Autocomplete
      multiple
      freeSolo={field.free}
      autoSelect={field.free}
      disableCloseOnSelect
      options={field.options?.map((o) => o.value) ?? []}
      getOptionLabel={label}
      value={value}
      onChange={(_, chosen) => onChange(chosen)}
      renderInput={(params) => <TextField {...params} {...shown} required={false} />}
    />
  );
}

/** Returns what shows the value of a field that the request has. */
function useShown() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  return (field: Field, value: unknown) => {
    const label = (v: unknown) => field.options?.find((o) => o.value === v)?.label ?? String(v);
    if (field.kind === 'switch') return translate(value ? 'ui.conflict.yes' : 'ui.conflict.no');
    if (field.kind === 'money') return amountText(value, locale);
    if (field.kind === 'time') return <Time at={String(value)} />;
    return Array.isArray(value) ? value.map(label).join(', ') || '–' : label(value);
  };
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a field as its input holds it. */
function toInput(field: Field, of: unknown, locale: string): unknown {
  const value = field.read ? field.read(of) : of;
  switch (field.kind) {
    case 'switch':
      return Boolean(value);
    case 'choices':
      return value ?? [];
    case 'money':
      return amountText(value, locale);
    case 'time':
      return typeof value === 'string' ? localTime(new Date(value)) : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** The value of an input as the request has it; an empty one is null, and the service refuses what is no number. */
function toBody(field: Field, value: unknown, locale: string): unknown {
  if (field.write) return field.write(value);
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return null;
  switch (field.kind) {
    case 'number':
    case 'money': {
      const number = parseNumber(value, locale);
      return Number.isNaN(number) ? value : number;
    }
    case 'time':
      return new Date(value).toISOString();
    default:
      return value.trim();
  }
}

/** A time as an input of type datetime-local has it, in the browser's zone. */
function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
