import { Checkbox, FormControlLabel, FormHelperText, MenuItem, Stack, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useLocaleState, useTranslate } from 'react-admin';
import { amountText, parseNumber } from './amount';
import { Choices } from './Choices';
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
  /** languages has a long text for each of the options, held by their values. */
  kind?: 'text' | 'long' | 'number' | 'money' | 'time' | 'switch' | 'choice' | 'choices' | 'picture' | 'languages';
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
  /** Says a value of the record in words, where its kind does not. */
  say?: (value: unknown) => string;
  /** What to say of what is typed, while it is typed. */
  check?: (typed: string) => Checked | null;
  /** Whether what the input holds cannot be sent as it stands; the input says why. */
  unfit?: (held: unknown) => boolean;
  /** Edits what the input holds, where no kind of input does. */
  edit?: (edited: Edited) => ReactNode;
  /** Whether there is such a field beside what the other inputs hold. */
  when?: (held: Values) => boolean;
}

/** What is to be said of something typed, and whether it is wrong as it stands. */
export interface Checked {
  text: string;
  wrong: boolean;
}

/** What a field's own input gets. */
export interface Edited<V = unknown> {
  label: string;
  help?: string;
  value: V;
  /** Takes another value; part is the path below it of what differs, without one all of it. */
  onChange: (value: V, part?: string) => void;
  /** What the service refused at the path below the value, or with '' of the value itself. */
  refused: (part: string) => string | undefined;
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
  /** Changes the body by what its members say together. */
  complete?: (body: Values) => Values;
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
export function FormDialog<T = RaRecord>({ fields, initial, reread, hint, also, complete, omitEmpty, ...command }: Props<T>) {
  const [locale] = useLocaleState();
  const inputOf = (f: Field, record?: Values) => toInput(f, record?.[f.name], locale);
  const [values, setValues] = useState<Values>(() => Object.fromEntries(fields.map((f) => [f.name, inputOf(f, initial)])));
  const { onError, refused, clear } = useRefused(Object.fromEntries(fields.flatMap((f) => (f.taken ? [[f.taken, f.name]] : []))));
  const bodyOf = (input: (field: Field) => unknown) => {
    const members = fields.map((f): [string, unknown] => [f.name, toBody(f, input(f), locale)]);
    const body = Object.fromEntries(members.filter(([, value]) => !omitEmpty || (value !== null && !isEmpty(value))));
    return complete ? complete(body) : body;
  };
  const valuesOf = (record: Values) => bodyOf((f) => inputOf(f, record));
  const body = bodyOf((f) => values[f.name]);
  const shown = useShown();
  const show = (f: Field, value: unknown) => (f.say ? f.say(value) : shown(f, f.read ? f.read(value) : value));
  const open = fields.filter((f) => f.when?.(values) ?? true);
  return (
    <CommandDialog<T>
      {...command}
      body={{ ...body, ...also }}
      edits={initial && { record: initial, fields: fields.map((f) => ({ ...f, show: (value) => show(f, value) })), valuesOf, reread }}
      dirty={JSON.stringify(body) !== JSON.stringify(valuesOf(initial ?? {}))}
      disabled={open.some((f) => (f.required && isEmpty(values[f.name])) || f.unfit?.(values[f.name]))}
      onError={onError}
      refusals="ui.taken"
      placed={open.map((f) => f.name)}
    >
      {open.map((f, i) => (
        <Input
          key={f.name}
          field={f}
          value={values[f.name]}
          error={refused(f.name)}
          refused={(part) => (part === '' ? refused(f.name, true) : refused(`${f.name}/${part}`))}
          first={i === 0}
          onChange={(value, part) => {
            clear(part ? `${f.name}/${part}` : f.name);
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
  refused: Edited['refused'];
  first: boolean;
  onChange: Edited['onChange'];
}

function Input({ field, value, error, refused, first, onChange }: InputProps) {
  if (field.edit) return field.edit({ label: field.label, help: field.help, value, onChange, refused });
  const checked = error ? null : field.check?.(String(value)) ?? null;
  const help = error ?? checked?.text ?? field.help;
  if (field.kind === 'switch') {
    return (
      <div>
        <FormControlLabel label={field.label} control={<Checkbox checked={Boolean(value)} onChange={(e) => onChange(e.target.checked)} />} />
        {help && <FormHelperText error={Boolean(error)}>{help}</FormHelperText>}
      </div>
    );
  }
  if (field.kind === 'picture') return <PictureField field={field} value={String(value)} error={error} onChange={onChange} />;
  const shown = { label: field.label, error: Boolean(error) || Boolean(checked?.wrong), helperText: help };
  if (field.kind === 'languages') return <Languages field={field} value={value as Record<string, string>} shown={shown} onChange={onChange} />;
  if (field.kind === 'choices') return <Choices {...shown} options={field.options} free={field.free} value={value as string[]} onChange={onChange} />;
  const saysNone = field.options?.some((o) => o.value === '');
  return (
    <TextField
      {...shown}
      required={field.required}
      value={value}
      onChange={(e) => onChange(e.target.value)}
      type={field.kind === 'time' ? 'datetime-local' : 'text'}
      select={field.kind === 'choice'}
      multiline={field.kind === 'long'}
      autoFocus={first}
      slotProps={{
        inputLabel: field.kind === 'time' || saysNone ? { shrink: true } : undefined,
        select: { displayEmpty: saysNone },
        formHelperText: field.check ? { 'aria-live': 'polite' } : undefined,
        htmlInput: { inputMode: field.kind === 'number' ? 'numeric' : field.kind === 'money' ? 'decimal' : undefined },
      }}
      sx={first ? { mt: 1 } : undefined}
    >
      {field.options?.map((o) => <MenuItem key={o.value} value={o.value}>{o.label}</MenuItem>)}
    </TextField>
  );
}

/** The address of a picture, which may be uploaded here. */
function PictureField({ field, value, error, onChange }: Omit<InputProps, 'first' | 'value' | 'refused'> & { value: string }) {
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

/** A long text in each language; what is wrong with one of them is said below the last. */
function Languages({ field, value, shown, onChange }: { field: Field; value: Record<string, string>; shown: { error: boolean; helperText?: string }; onChange: (value: unknown) => void }) {
  return (
    <Stack spacing={2}>
      {field.options?.map((o, i, all) => (
        <TextField
          key={o.value}
          label={`${field.label}, ${o.label}`}
          value={value[o.value] ?? ''}
          onChange={(e) => onChange({ ...value, [o.value]: e.target.value })}
          error={shown.error}
          helperText={i === all.length - 1 ? shown.helperText : undefined}
          multiline
        />
      ))}
    </Stack>
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
    if (field.kind === 'languages') return inLanguages(field, value);
    return Array.isArray(value) ? value.map(label).join(', ') || '–' : label(value);
  };
}

/** The texts of a field in several languages, in lines. */
export const inLanguages = (field: Pick<Field, 'options'>, value: unknown): string =>
  (field.options ?? []).flatMap((o) => {
    const text = (value as Record<string, string>)[o.value];
    return text ? [`${o.label}: ${text}`] : [];
  }).join('\n');

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a field as its input holds it. */
function toInput(field: Field, of: unknown, locale: string): unknown {
  const value = field.read ? field.read(of) : of;
  if (field.edit) return value ?? null;
  switch (field.kind) {
    case 'switch':
      return Boolean(value);
    case 'choices':
    case 'languages':
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
