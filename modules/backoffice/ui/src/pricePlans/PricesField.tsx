import { Autocomplete, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { call, query } from '../api';
import type { Schemas } from '../types';
import type { Edited } from '../ui/FormDialog';
import { useSettled } from '../ui/useSettled';
import { lineOf, priceLines } from './lines';

/** How many lines are said to be wrong at once. */
const most = 5;

/** Prices as lines, which may be pasted; those of a product that is looked up are added. */
export function PricesField({ label, help, value, onChange, refused }: Edited<string | null>) {
  const translate = useTranslate();
  const text = value ?? '';
  const wrong = priceLines(text).flatMap(({ number }, i) => {
    const fault = refused(String(i));
    return fault ? [translate('pricePlans.line', { number, fault })] : [];
  });
  const whole = refused('');
  const said = [...(whole ? [whole] : []), ...wrong.slice(0, most)];
  if (wrong.length > most) said.push(translate('pricePlans.more', { number: wrong.length - most }));
  return (
    <Stack spacing={1}>
      <TextField
        label={label} value={text} onChange={(e) => onChange(e.target.value)} multiline minRows={5} maxRows={14} fullWidth
        error={said.length > 0} helperText={said.length > 0 ? said.join('\n') : help}
        slotProps={{ formHelperText: { sx: { whiteSpace: 'pre-line' } }, htmlInput: { spellCheck: false } }}
      />
      <AddProduct onAdd={(lines) => onChange([text.trimEnd(), ...lines].filter(Boolean).join('\n'))} />
    </Stack>
  );
}

function AddProduct({ onAdd }: { onAdd: (lines: string[]) => void }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed.trim());
  const { data: options = [], isFetching } = useQuery({
    queryKey: ['pickProducts', settled],
    queryFn: async ({ signal }) => (await call<Schemas['AdminProductList']>(`/v1/admin/products${query({ q: settled, limit: 20 })}`, { signal })).data,
    retry: false,
  });
  return (
    <Autocomplete
      value={null}
      inputValue={typed}
      onInputChange={(_, text, reason) => setTyped(reason === 'reset' || reason === 'selectOption' ? '' : text)}
      onChange={(_, chosen) => chosen && onAdd(chosen.variants.map(({ id, sku, price }) => lineOf({ sku, variantId: id, price, compareAtPrice: null, compareAtKind: null }, locale)))}
      options={options}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={(p) => p.name}
      getOptionKey={(p) => p.id}
      getOptionDisabled={(p) => p.status === 'archived' || p.variants.length === 0}
      renderInput={(params) => <TextField {...params} label={translate('pricePlans.addProduct')} helperText={translate('pricePlans.addProductHelp')} />}
    />
  );
}
