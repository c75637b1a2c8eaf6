import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Edited } from '../ui/FormDialog';
import { writtenLines } from './lines';

/** How many lines are said to be wrong at once. */
const most = 5;

/** Synonyms as lines; what is wrong is said with the number of its line. */
export function LinesField({ label, help, value, onChange, refused }: Edited<string>) {
  const translate = useTranslate();
  const wrong = writtenLines(value).flatMap(({ number }, i) => {
    const fault = refused(String(i));
    return fault ? [translate('synonyms.line', { number, fault })] : [];
  });
  const whole = refused('');
  const said = [...(whole ? [whole] : []), ...wrong.slice(0, most)];
  if (wrong.length > most) said.push(translate('synonyms.more', { number: wrong.length - most }));
  return (
    <TextField
      label={label} value={value} onChange={(e) => onChange(e.target.value)} multiline minRows={6} maxRows={16} fullWidth sx={{ mt: 1 }}
      error={said.length > 0} helperText={said.length > 0 ? said.join('\n') : help}
      slotProps={{ formHelperText: { sx: { whiteSpace: 'pre-line' } }, htmlInput: { spellCheck: false } }}
    />
  );
}
