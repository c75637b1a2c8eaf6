import DeleteIcon from '@mui/icons-material/Delete';
import { Button, IconButton, MenuItem, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { localeValues, withdrawalExclusionValues } from '../../generated/schema';
import type { TabProps } from './BasicsTab';
import type { DraftParty, SafetyNote } from './draft';
import { Field, useFault } from './fields';

/** The most texts about safety. */
const mostNotes = 10;

/** Who stands behind a product, its safety, and whether there is a right of withdrawal. */
export function LegalTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  return (
    <Stack spacing={3}>
      <Field
        pointer="/withdrawalExcluded" label={translate('products.legal.withdrawal')} value={draft.withdrawalExcluded} onChange={(withdrawalExcluded) => change({ withdrawalExcluded })}
        helperText={translate('products.legal.withdrawalHelp')} select disabled={readOnly} slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('products.legal.exclusions.none')}</MenuItem>
        {withdrawalExclusionValues.map((v) => <MenuItem key={v} value={v}>{translate(`products.legal.exclusions.${v}`)}</MenuItem>)}
      </Field>
      <Party title="manufacturer" pointer="/manufacturer" party={draft.manufacturer} set={(manufacturer) => change({ manufacturer })} readOnly={readOnly} />
      <Party title="responsible" pointer="/responsiblePerson" party={draft.responsiblePerson} set={(responsiblePerson) => change({ responsiblePerson })} readOnly={readOnly} />
      <Safety notes={draft.safety} set={(safety) => change({ safety })} readOnly={readOnly} />
    </Stack>
  );
}

interface PartyProps {
  title: string;
  pointer: string;
  party: DraftParty;
  set: (party: DraftParty) => void;
  readOnly: boolean;
}

function Party({ title, pointer, party, set, readOnly }: PartyProps) {
  const translate = useTranslate();
  const heading = useId();
  const fault = useFault(pointer);
  const field = (name: keyof DraftParty) => (
    <Field
      pointer={`${pointer}/${name}`} label={translate(`products.legal.${name}`)} value={party[name]} onChange={(value) => set({ ...party, [name]: value })}
      multiline={name === 'address'} disabled={readOnly} {...(name === 'name' && fault !== undefined && { error: true })}
    />
  );
  return (
    <Stack spacing={1} role="group" aria-labelledby={heading}>
      <Typography id={heading} variant="subtitle1" component="h2">{translate(`products.legal.${title}`)}</Typography>
      <Typography variant="body2" color="text.secondary">{translate(`products.legal.${title}Help`)}</Typography>
      {fault && <Typography variant="body2" color="error" role="status">{fault}</Typography>}
      {field('name')}
      {field('address')}
      {field('contact')}
    </Stack>
  );
}

function Safety({ notes, set, readOnly }: { notes: SafetyNote[]; set: (notes: SafetyNote[]) => void; readOnly: boolean }) {
  const translate = useTranslate();
  const heading = useId();
  const fault = useFault('/safety');
  const change = (i: number, changes: Partial<SafetyNote>) => set(notes.map((n, j) => (i === j ? { ...n, ...changes } : n)));
  return (
    <Stack spacing={1} role="group" aria-labelledby={heading}>
      <Typography id={heading} variant="subtitle1" component="h2">{translate('products.legal.safety')}</Typography>
      {fault && <Typography variant="body2" color="error" role="status">{fault}</Typography>}
      {notes.map((n, i) => (
        <Stack key={i} direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <Field pointer={`/safety/${i}/locale`} label={translate('products.legal.language')} value={n.locale} onChange={(locale) => change(i, { locale })} select disabled={readOnly} sx={{ minWidth: 120 }}>
            {localeValues.map((v) => <MenuItem key={v} value={v}>{translate(`products.legal.languages.${v}`)}</MenuItem>)}
          </Field>
          <Field pointer={`/safety/${i}/text`} label={translate('products.legal.note', { number: i + 1 })} value={n.text} onChange={(text) => change(i, { text })} multiline disabled={readOnly} sx={{ flex: '1 1 240px' }} />
          {!readOnly && (
            <IconButton aria-label={translate('products.editor.remove', { name: translate('products.legal.note', { number: i + 1 }) })} onClick={() => set(notes.filter((_, j) => j !== i))}>
              <DeleteIcon />
            </IconButton>
          )}
        </Stack>
      ))}
      {!readOnly && (
        <div>
          <Button variant="outlined" disabled={notes.length >= mostNotes} onClick={() => set([...notes, { locale: localeValues[0]!, text: '' }])}>
            {translate('products.legal.addNote')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
