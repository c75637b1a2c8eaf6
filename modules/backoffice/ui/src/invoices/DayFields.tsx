import { Stack, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Period } from './days';

interface Props {
  of: Period;
  onChange: (period: Period) => void;
  autoFocus?: boolean;
}

/** The first and the last day of a period. */
export function DayFields({ of, onChange, autoFocus }: Props) {
  const translate = useTranslate();
  const field = (name: keyof Period, label: string) => (
    <TextField
      type="date"
      label={label}
      value={of[name]}
      onChange={(e) => onChange({ ...of, [name]: e.target.value })}
      required
      autoFocus={autoFocus && name === 'from'}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ minWidth: 160 }}
    />
  );
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', pt: 1 }}>
      {field('from', translate('ui.list.from'))}
      {field('to', translate('ui.list.until'))}
    </Stack>
  );
}
