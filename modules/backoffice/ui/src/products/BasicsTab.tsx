import { Autocomplete, MenuItem, Stack, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { productStatusValues, taxClassValues } from '../../generated/schema';
import type { Draft } from './draft';
import { Field } from './fields';
import { useTaxonomy } from './useProductFilters';

export interface TabProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  readOnly: boolean;
}

/** Name, texts, brand, categories and VAT class. */
export function BasicsTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  const { brands, categories } = useTaxonomy();
  const choices = (prefix: string, values: readonly string[]) => values.map((v) => <MenuItem key={v} value={v}>{translate(`${prefix}.${v}`)}</MenuItem>);
  const nameOf = (id: string) => categories.find((c) => c.id === id)?.name ?? id;
  return (
    <Stack spacing={2}>
      <Field pointer="/name" label={translate('ui.words.name')} value={draft.name} onChange={(name) => change({ name })} required disabled={readOnly} />
      <Field pointer="/slug" label={translate('ui.words.slug')} value={draft.slug} onChange={(slug) => change({ slug })} helperText={translate('ui.words.slugHelp')} disabled={readOnly} />
      <Field pointer="/description" label={translate('products.description')} value={draft.description} onChange={(description) => change({ description })} multiline minRows={3} disabled={readOnly} />
      <Field pointer="/status" label={translate('ui.words.status')} value={draft.status} onChange={(status) => change({ status })} select disabled={readOnly}>
        {choices('products.states', productStatusValues)}
      </Field>
      <Field pointer="/taxClass" label={translate('products.filters.tax')} value={draft.taxClass} onChange={(taxClass) => change({ taxClass })} select disabled={readOnly}>
        {choices('products.taxClasses', taxClassValues)}
      </Field>
      <Field pointer="/brandId" label={translate('products.filters.brand')} value={brands.some((b) => b.id === draft.brandId) ? draft.brandId : ''} onChange={(brandId) => change({ brandId })} select disabled={readOnly}>
        <MenuItem value="">{translate('products.editor.none')}</MenuItem>
        {brands.map((b) => <MenuItem key={b.id} value={b.id}>{b.name}</MenuItem>)}
      </Field>
      <Autocomplete
        multiple
        size="small"
        disableCloseOnSelect
        disabled={readOnly}
        options={categories.map((c) => c.id)}
        getOptionLabel={nameOf}
        value={draft.categoryIds}
        onChange={(_, categoryIds) => change({ categoryIds })}
        renderInput={(params) => <TextField {...params} label={translate('products.categories')} />}
      />
    </Stack>
  );
}
