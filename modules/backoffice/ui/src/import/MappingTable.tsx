import { Checkbox, FormControlLabel, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Choices, Preview } from './mapping';

interface MappingProps {
  preview: Preview;
  choices: Choices;
  disabled: boolean;
  onChange: (changed: Partial<Choices>) => void;
}

/** How each column of a file is read, with its first cells; it can be changed. */
export function MappingTable({ preview, choices, disabled, onChange }: MappingProps) {
  const translate = useTranslate();
  const nameOf = useFieldName();
  const choose = (column: string, field: string | null, recognised: string | null) => {
    const mapping = { ...choices.mapping };
    if (field === recognised) delete mapping[column];
    else mapping[column] = field;
    onChange({ mapping });
  };
  return (
    <>
      <Typography>{translate('import.format', { format: translate(`import.formats.${preview.format}`) })}</Typography>
      <TableContainer tabIndex={0} role="region" aria-label={translate('import.mapping')} sx={{ maxHeight: 420, mt: 1 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>{['inFile', 'cells', 'readAs'].map((name) => <TableCell key={name}>{translate(`import.${name}`)}</TableCell>)}</TableRow>
          </TableHead>
          <TableBody>
            {preview.columns.map(({ column, field, suggestion, samples }, i) => (
              <TableRow key={i}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{column}</TableCell>
                <TableCell sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{samples.filter((cell) => cell !== '').join(' · ')}</TableCell>
                <TableCell>
                  <TextField
                    select
                    size="small"
                    disabled={disabled || column === ''}
                    value={(column in choices.mapping ? choices.mapping[column] : field) ?? ''}
                    onChange={(event) => choose(column, event.target.value || null, field)}
                    helperText={suggestion && !(column in choices.mapping) ? translate('import.meant', { field: nameOf(suggestion) }) : undefined}
                    slotProps={{ select: { native: true }, htmlInput: { 'aria-label': translate('import.readColumnAs', { column }) } }}
                  >
                    <option value="">{translate('import.leftOut')}</option>
                    {preview.fields.map((name) => <option key={name} value={name}>{nameOf(name)}</option>)}
                  </TextField>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Further preview={preview} choices={choices} disabled={disabled} onChange={onChange} />
    </>
  );
}

/** What the columns cannot say. */
function Further({ preview, choices, disabled, onChange }: MappingProps) {
  const translate = useTranslate();
  const isOwn = preview.format === 'orderd';
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      {preview.fields.includes('netPrice') && (
        <TextField
          size="small"
          disabled={disabled}
          label={translate('import.addTax')}
          value={choices.addTax}
          onChange={(event) => onChange({ addTax: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      )}
      {preview.fields.includes('weight') && preview.format !== 'shopify' && (
        <TextField
          select
          size="small"
          disabled={disabled}
          label={translate('import.weightUnit')}
          value={choices.weightUnit}
          onChange={(event) => onChange({ weightUnit: event.target.value })}
          sx={{ minWidth: 180 }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{translate('import.asFormat')}</option>
          {['g', 'kg', 'lb', 'oz'].map((unit) => <option key={unit} value={unit}>{unit}</option>)}
        </TextField>
      )}
      <FormControlLabel
        control={(
          <Checkbox
            disabled={disabled}
            checked={choices.makesTaxonomy ?? !isOwn}
            onChange={(_, checked) => onChange({ makesTaxonomy: checked })}
          />
        )}
        label={translate('import.makeTaxonomy')}
      />
      <FormControlLabel
        control={(
          <Checkbox
            disabled={disabled}
            checked={choices.fetchesPictures}
            onChange={(_, checked) => onChange({ fetchesPictures: checked })}
          />
        )}
        label={translate('import.fetchPictures')}
      />
    </Stack>
  );
}

/** Returns what people call a field. */
function useFieldName() {
  const translate = useTranslate();
  return (field: string): string => {
    const [, n, value] = /^option(\d+)(Value)?$/.exec(field) ?? [];
    if (n) return translate(value ? 'import.fields.optionValue' : 'import.fields.option', { n });
    return translate(`import.fields.${field.replace(':', '_')}`, { _: field });
  };
}
