import DeleteIcon from '@mui/icons-material/Delete';
import { Button, IconButton, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Edited } from './FormDialog';
import { inPointer, type MetadataRow, mostKeys, wrongIn } from './metadata';

/** A row of two fields for each key of metadata. */
export function MetadataRows({ label, help, value, onChange, refused, readOnly = false }: Edited<MetadataRow[] | null> & { readOnly?: boolean }) {
  const translate = useTranslate();
  const rows = value ?? [];
  const set = (i: number, changes: Partial<MetadataRow>) =>
    onChange(rows.map((row, j) => (i === j ? { ...row, ...changes } : row)), inPointer(rows[i]!.key));
  const fault = refused('');
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ mb: 1 }}>{label}</Typography>
      <Typography variant="body2" color="textSecondary">{help ?? translate('ui.metadata.help')}</Typography>
      {rows.map((row, i) => {
        const name = row.key || translate('ui.metadata.row', { number: i + 1 });
        const own = wrongIn(rows, i);
        const wrong = own ? translate(`ui.metadata.${own}`) : row.key.trim() !== '' ? refused(inPointer(row.key)) : undefined;
        return (
          <Stack key={i} direction="row" spacing={1} role="group" aria-label={name} sx={{ alignItems: 'start' }}>
            <TextField
              label={translate('ui.metadata.key')} value={row.key} onChange={(e) => set(i, { key: e.target.value })} size="small" sx={{ flex: 2 }}
              disabled={readOnly} error={wrong !== undefined} helperText={wrong} slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
            />
            <TextField label={translate('ui.metadata.value')} value={row.value} onChange={(e) => set(i, { value: e.target.value })} size="small" sx={{ flex: 3 }} multiline maxRows={4} disabled={readOnly} />
            {!readOnly && (
              <IconButton aria-label={translate('ui.metadata.remove', { name })} onClick={() => onChange(rows.filter((_, j) => j !== i))}><DeleteIcon /></IconButton>
            )}
          </Stack>
        );
      })}
      {fault && <Typography variant="body2" color="error" role="status">{fault}</Typography>}
      {!readOnly && (
        <div>
          <Button variant="outlined" disabled={rows.length >= mostKeys} onClick={() => onChange([...rows, { key: '', value: '' }])}>{translate('ui.metadata.add')}</Button>
        </div>
      )}
    </Stack>
  );
}
