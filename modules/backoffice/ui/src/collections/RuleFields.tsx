import { MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { productSortValues } from '../../generated/schema';
import { tagsOf, valuesOf } from '../products/draft';
import { useTaxonomy } from '../products/useProductFilters';
import type { Schemas } from '../types';
import { amountText, parseNumber } from '../ui/amount';
import { Choices } from '../ui/Choices';
import type { Edited } from '../ui/FormDialog';

type Rule = Partial<Schemas['CollectionRule']>;

/** Names with values as they are typed: one in each line, "Color: White, Black". */
const linesOf = (named: [string, string[]][]) => named.map(([name, values]) => `${name}: ${values.join(', ')}`).join('\n');

const namedOf = (lines: string): [string, string][] =>
  lines.split('\n').filter((line) => line.trim() !== '').map((line) => {
    const [name = '', ...rest] = line.split(':');
    return [name.trim(), rest.join(':')];
  });

const optionsOf = (lines: string): NonNullable<Rule['options']> =>
  namedOf(lines).map(([name, values]) => ({ name, values: values.split(',').map((v) => v.trim()).filter((v) => v !== '') }));

/** A comma inside a number parts no values: the service says what is wrong with it. */
const attributesOf = (lines: string): NonNullable<Rule['attributes']> => namedOf(lines).map(([code, values]) => ({ code, values: valuesOf([values]) }));

/** A stored query of the list of products. */
export function RuleFields({ label, help, value, onChange, refused }: Edited<Rule | null>) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const rule = value ?? {};
  const { brands, categories } = useTaxonomy();
  const [typed, setTyped] = useState({
    minPrice: amountText(rule.minPrice, locale), maxPrice: amountText(rule.maxPrice, locale),
    options: linesOf((rule.options ?? []).map((o) => [o.name, o.values])), attributes: linesOf((rule.attributes ?? []).map((a) => [a.code, a.values])),
  });
  const set = (name: keyof Rule, changed: unknown) => onChange({ ...rule, [name]: changed } as Rule, name);
  const named = (all: { id: string; name: string }[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  const says = (name: keyof Rule, otherwise?: string) => ({ error: refused(name) !== undefined, helperText: refused(name) ?? otherwise });
  const text = (name: string) => translate(`collections.rules.${name}`);
  const price = (name: 'minPrice' | 'maxPrice') => (
    <TextField
      label={text(name)}
      value={typed[name]}
      onChange={(e) => {
        const number = parseNumber(e.target.value, locale);
        setTyped({ ...typed, [name]: e.target.value });
        set(name, Number.isNaN(number) ? e.target.value : number);
      }}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      fullWidth
      {...says(name)}
    />
  );
  const lines = (name: 'options' | 'attributes', read: (typed: string) => unknown) => (
    <TextField
      label={text(name)}
      value={typed[name]}
      onChange={(e) => {
        setTyped({ ...typed, [name]: e.target.value });
        set(name, read(e.target.value));
      }}
      multiline
      {...says(name, text(`${name}Help`))}
    />
  );
  const choice = (name: 'inStock' | 'onSale' | 'minRating' | 'sort', values: string[], say: (v: string) => string, read: (v: string) => unknown) => (
    <TextField
      select
      label={text(name)}
      value={rule[name] === null || rule[name] === undefined ? '' : String(rule[name])}
      onChange={(e) => set(name, e.target.value === '' ? null : read(e.target.value))}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      {...says(name)}
    >
      <MenuItem value="">{text('any')}</MenuItem>
      {values.map((v) => <MenuItem key={v} value={v}>{say(v)}</MenuItem>)}
    </TextField>
  );
  const switchOf = (name: 'inStock' | 'onSale') => choice(name, ['true', 'false'], (v) => translate(v === 'true' ? 'ui.conflict.yes' : 'ui.conflict.no'), (v) => v === 'true');
  return (
    <Stack component="fieldset" spacing={2} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ mb: 1 }}>{label}</Typography>
      <Typography>{help ?? translate('collections.ruleHelp')}</Typography>
      <TextField label={text('q')} value={rule.q ?? ''} onChange={(e) => set('q', e.target.value)} {...says('q')} />
      <Choices label={text('brand')} options={named(brands)} value={rule.brand ?? []} onChange={(chosen) => set('brand', chosen)} {...says('brand')} />
      <Choices label={text('category')} options={named(categories)} value={rule.category ?? []} onChange={(chosen) => set('category', chosen)} {...says('category')} />
      <Choices label={text('tag')} free value={rule.tag ?? []} onChange={(chosen) => set('tag', tagsOf(chosen))} {...says('tag')} />
      {lines('options', optionsOf)}
      {lines('attributes', attributesOf)}
      <Stack direction="row" spacing={2}>{price('minPrice')}{price('maxPrice')}</Stack>
      {switchOf('inStock')}
      {switchOf('onSale')}
      {choice('minRating', ['4', '3', '2', '1'], (v) => translate('collections.stars', { smart_count: Number(v) }), Number)}
      {choice('sort', [...productSortValues], (v) => translate(`collections.sorts.${v}`), (v) => v)}
    </Stack>
  );
}
