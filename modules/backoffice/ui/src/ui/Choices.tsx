import { Autocomplete, Chip, TextField, type TextFieldProps } from '@mui/material';

interface Props {
  /** Without one, name is what it is called. */
  label?: string;
  name?: string;
  options?: { value: string; label: string }[];
  value: string[];
  onChange: (value: string[]) => void;
  /** Others than the options may be typed. */
  free?: boolean;
  /** The chosen ones are shown by their values, which are shorter than their labels. */
  short?: boolean;
  error?: boolean;
  helperText?: string;
  placeholder?: string;
  size?: 'small';
  variant?: TextFieldProps['variant'];
  disabled?: boolean;
  autoFocus?: boolean;
}

/** A field of several values. */
export function Choices({ label, name, options = [], value, onChange, free, short, size, disabled, ...shown }: Props) {
  const labelOf = (v: string) => options.find((o) => o.value === v)?.label ?? v;
  return (
    <Autocomplete
      multiple
      freeSolo={free}
      autoSelect={free}
      disableCloseOnSelect
      size={size}
      disabled={disabled}
      options={options.map((o) => o.value)}
      getOptionLabel={labelOf}
      value={value}
      onChange={(_, chosen) => onChange(chosen)}
      renderValue={short ? (chosen, itemOf) => chosen.map((v, index) => {
        const { key, ...item } = itemOf({ index });
        return <Chip key={key} {...item} size="small" label={v} title={labelOf(v)} />;
      }) : undefined}
      renderInput={(params) => <TextField {...params} {...shown} label={label} slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': name } }} />}
    />
  );
}
