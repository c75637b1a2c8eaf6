import DeleteIcon from '@mui/icons-material/Delete';
import { Button, IconButton, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import type { Edited } from '../ui/FormDialog';
import { type LocaleText, LocaleTexts } from '../ui/LocaleTexts';
import { MoveButtons } from '../ui/MoveButtons';
import { useMoves } from '../ui/useMoves';

type Choice = Schemas['AttributeChoice'];

/** How many choices an attribute may have. */
const most = 200;

/** The choices of an attribute, in the order of display. */
export function ChoiceRows({ label, value, onChange, refused }: Edited<Choice[] | null>) {
  const translate = useTranslate();
  const choices = value ?? [];
  const { list, move } = useMoves(choices, onChange);
  const set = (i: number, changes: Partial<Choice>, part: string) => onChange(choices.map((c, j) => (i === j ? { ...c, ...changes } : c)), `${i}/${part}`);
  const fault = refused('');
  return (
    <Stack component="fieldset" spacing={2} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ mb: 1 }}>{label}</Typography>
      <Stack spacing={2} ref={list}>
        {choices.map((c, i) => {
          const name = c.value || translate('attributes.choice', { number: i + 1 });
          return (
            <Stack key={i} spacing={1} role="group" aria-label={name}>
              <Stack direction="row" spacing={1} sx={{ alignItems: 'start' }}>
                <TextField
                  label={translate('attributes.value')} value={c.value} onChange={(e) => set(i, { value: e.target.value }, 'value')} size="small" fullWidth
                  error={refused(`${i}/value`) !== undefined} helperText={refused(`${i}/value`) ?? (i === 0 ? translate('attributes.valueHelp') : undefined)}
                />
                <MoveButtons name={name} place={i} last={choices.length - 1} move={(to) => move(i, to)} />
                <IconButton aria-label={translate('attributes.removeChoice', { name })} onClick={() => onChange(choices.filter((_, j) => j !== i))}><DeleteIcon /></IconButton>
              </Stack>
              <LocaleTexts
                names={[{ name: 'name', label: translate('attributes.choiceName') }]} texts={c.names as unknown as LocaleText[]}
                onChange={(names) => set(i, { names: names as unknown as Choice['names'] }, 'names')}
                refused={(part) => refused(`${i}/names/${part}`) ?? refused(`${i}/names`)}
              />
            </Stack>
          );
        })}
      </Stack>
      {fault && <Typography variant="body2" color="error" role="status">{fault}</Typography>}
      <div>
        <Button variant="outlined" disabled={choices.length >= most} onClick={() => onChange([...choices, { value: '', names: [] }])}>{translate('attributes.addChoice')}</Button>
      </div>
    </Stack>
  );
}
