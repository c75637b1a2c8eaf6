import { Button, Checkbox, Collapse, FormControlLabel, Stack, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Choices } from '../ui/Choices';
import { useCountries } from '../ui/countries';
import type { Edited } from '../ui/FormDialog';
import { LocaleTexts } from '../ui/LocaleTexts';
import { useEuros } from '../ui/Money';
import { MoveButtons } from '../ui/MoveButtons';
import { useMoves } from '../ui/useMoves';
import type { Method, MethodDraft } from './methodDrafts';

/** The ways to pay in the order of buyers: which are on, for whom, and what buyers read. */
export function PaymentMethods({ label, help, value: drafts, onChange, refused }: Edited<MethodDraft[]>) {
  const { list, move } = useMoves(drafts, (moved) => onChange(moved));
  const fault = refused('');
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1">{label}</Typography>
      <Typography variant="body2" color={fault ? 'error' : 'textSecondary'}>{fault ?? help}</Typography>
      <Stack ref={list} spacing={1}>
        {drafts.map((d, i) => (
          <OneMethod
            key={d.method}
            draft={d}
            place={i}
            last={drafts.length - 1}
            move={(to) => move(i, to)}
            refused={(part) => refused(part ? `${i}/${part}` : `${i}`)}
            onChange={(changes, part) => onChange(drafts.map((other, j) => (i === j ? { ...other, ...changes } : other)), `${i}/${part}`)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

interface OneProps {
  draft: MethodDraft;
  place: number;
  last: number;
  move: (to: number) => void;
  refused: Edited['refused'];
  onChange: (changes: Partial<MethodDraft>, part: keyof MethodDraft) => void;
}

function OneMethod({ draft, place, last, move, refused, onChange }: OneProps) {
  const translate = useTranslate();
  const countries = useCountries();
  const details = useId();
  const [isOpen, setIsOpen] = useState(false);
  const name = translate(`ui.payments.${draft.method}`);
  const isFaulty = refused('') !== undefined;
  const amount = (part: 'minimum' | 'maximum') => (
    <TextField
      label={translate(`settings.methods.${part}`)}
      value={draft[part]}
      onChange={(event) => onChange({ [part]: event.target.value }, part)}
      error={refused(part) !== undefined}
      helperText={refused(part)}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      sx={{ flex: 1 }}
    />
  );
  return (
    <Stack role="group" aria-label={name} sx={{ border: 1, borderColor: isFaulty ? 'error.main' : 'divider', borderRadius: 1, px: 1 }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <FormControlLabel
          label={name}
          control={<Checkbox checked={draft.enabled} onChange={(event) => onChange({ enabled: event.target.checked }, 'enabled')} />}
          sx={{ flex: '1 1 auto' }}
        />
        <Button size="small" aria-expanded={isOpen || isFaulty} aria-controls={details} onClick={() => setIsOpen(!isOpen)}>
          {translate('settings.methods.details')}
        </Button>
        <MoveButtons name={name} place={place} last={last} move={move} />
      </Stack>
      {refused('method') && <Typography variant="body2" color="error">{refused('method')}</Typography>}
      <Collapse id={details} in={isOpen || isFaulty} unmountOnExit>
        <Stack spacing={2} sx={{ py: 1 }}>
          <Choices
            label={translate('settings.methods.countries')}
            options={countries}
            value={draft.countries}
            onChange={(chosen) => onChange({ countries: chosen }, 'countries')}
            error={refused('countries') !== undefined}
            helperText={refused('countries') ?? translate('settings.methods.countriesHelp')}
          />
          <Stack direction="row" spacing={1}>{amount('minimum')}{amount('maximum')}</Stack>
          <LocaleTexts
            names={[
              { name: 'title', label: translate('settings.methods.title'), help: translate('settings.methods.titleHelp') },
              { name: 'text', label: translate('settings.methods.text'), long: true },
            ]}
            texts={draft.texts}
            onChange={(texts) => onChange({ texts }, 'texts')}
            refused={(part) => refused(`texts/${part}`)}
          />
        </Stack>
      </Collapse>
    </Stack>
  );
}

/** Returns what says the ways to pay that are on, a line each. */
export function useMethodLines() {
  const translate = useTranslate();
  const euros = useEuros();
  return (methods: unknown): string => {
    const on = ((methods ?? []) as Method[]).filter((m) => m.enabled);
    const bound = (name: 'from' | 'upTo', amount: unknown) => (typeof amount === 'number' ? [translate(`settings.methods.${name}`, { amount: euros(amount) })] : []);
    const lineOf = (m: Method) => [
      translate(`ui.payments.${m.method}`), ...(m.countries.length > 0 ? [m.countries.join(', ')] : []), ...bound('from', m.minimum), ...bound('upTo', m.maximum),
      ...m.texts.flatMap((t) => (t.title ? [t.title] : [])),
    ];
    return on.map((m) => lineOf(m).join(' · ')).join('\n') || '–';
  };
}
