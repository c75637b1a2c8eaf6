import { TextField, type TextFieldProps } from '@mui/material';
import { createContext, useContext } from 'react';
import type { FieldError } from '../problem';
import { useFaultText } from '../ui/faults';

/** What the service found wrong, for the fields below. */
export const Faults = createContext<FieldError[]>([]);

/** What is wrong at a pointer, or below it where it is no field of its own. */
export function useFault(pointer: string): string | undefined {
  const text = useFaultText();
  const fault = useContext(Faults).find((f) => f.pointer === pointer);
  return fault && text(fault);
}

type Props = Omit<TextFieldProps, 'onChange'> & { pointer: string; onChange: (value: string) => void };

/** A field of the form that says what the service found wrong with it. */
export function Field({ pointer, onChange, helperText, ...rest }: Props) {
  const fault = useFault(pointer);
  return (
    <TextField
      size="small"
      {...rest}
      error={fault !== undefined || rest.error}
      helperText={fault ?? helperText}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
