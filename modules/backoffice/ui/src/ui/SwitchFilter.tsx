import { FormControlLabel, Switch } from '@mui/material';
import { useListContext } from 'react-admin';

interface Props {
  /** The filter that it sets. */
  source: string;
  label: string;
  alwaysOn?: boolean;
}

/** A filter of a list that is on or off. */
export function SwitchFilter({ source, label }: Props) {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  return (
    <FormControlLabel
      label={label}
      control={<Switch checked={Boolean(filterValues[source])} onChange={(e) => setFilters({ ...filterValues, [source]: e.target.checked || undefined }, displayedFilters)} />}
    />
  );
}
