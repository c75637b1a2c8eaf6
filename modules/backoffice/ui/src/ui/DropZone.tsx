import { Button, Paper, Typography } from '@mui/material';
import { type DragEvent, useRef, useState } from 'react';

interface DropZoneProps {
  /** What to drop, the words of the button, and the name of the chooser. */
  text: string;
  choose: string;
  label: string;
  /** The kinds of file, as of an input. */
  accept: string;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen. */
export function DropZone({ text, choose, label, accept, disabled, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    <Paper
      variant="outlined"
      sx={{ p: 3, textAlign: 'center', borderStyle: 'dashed', bgcolor: isOver ? 'action.hover' : undefined }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Typography gutterBottom>{text}</Typography>
      <Button variant="outlined" disabled={disabled} onClick={() => chooser.current?.click()}>{choose}</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = ''; // so that the same file can be chosen again
        }}
      />
    </Paper>
  );
}
