import { MenuItem, TextField } from '@mui/material';
import { useListContext } from 'react-admin';

interface Props {
  /** The filter that it sets. */
  source: string;
  label: string;
  /** What no choice is called. */
  any: string;
  choices: { value: string; label: string }[];
  alwaysOn?: boolean;
}

/** A filter of a list with a few values. */
export function ChoiceFilter({ source, label, any, choices }: Props) {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const choose = (value: string) => setFilters({ ...filterValues, [source]: value || undefined }, displayedFilters);
  return (
    <TextField
      select
      size="small"
      label={label}
      value={(filterValues[source] as string | undefined)?.toString() ?? ''}
      onChange={(e) => choose(e.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 160, mt: 1 }}
    >
      <MenuItem value="">{any}</MenuItem>
      {choices.map((c) => <MenuItem key={c.value} value={c.value}>{c.label}</MenuItem>)}
    </TextField>
  );
}
