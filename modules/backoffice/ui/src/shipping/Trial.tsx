import { MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { parseNumber } from '../ui/amount';
import { useEuros } from '../ui/Money';
import { useSettings } from '../ui/useSettings';
import { asksPostalCode, type NotOffered, type Parcel, type Price, type Rate } from './price';

interface Props {
  rates: Rate[];
  countries: { value: string; label: string }[];
  /** What the parcel costs, or why the method is not offered; null without a parcel. */
  found: Price | NotOffered | null;
  /** The place of the row that the price comes from. */
  place: number | null;
  onChange: (parcel: Parcel | null) => void;
}

/** A parcel to try the table with, as it is typed: what it costs, and by which row. */
export function Trial({ rates, countries, found, place, onChange }: Props) {
  const translate = useTranslate();
  const euros = useEuros();
  const [locale] = useLocaleState();
  const settings = useSettings();
  const packaging = settings?.groups.checkout.values.packagingGrams ?? 0;
  const home = settings?.groups.profile.values.country;
  const [typed, setTyped] = useState({ country: '', postalCode: '', grams: '', goods: '' });
  const country = typed.country || (countries.find((c) => c.value === home) ?? countries[0])?.value || '';
  const grams = parseNumber(typed.grams, locale) ?? 0;
  const goods = parseNumber(typed.goods, locale) ?? 0;
  useEffect(() => {
    onChange(country && !Number.isNaN(grams) && !Number.isNaN(goods) ? { country, postalCode: typed.postalCode, grams: grams + packaging, goods } : null);
  }, [country, typed.postalCode, grams, goods, packaging, onChange]);
  const field = (name: keyof typeof typed, inputMode?: 'numeric' | 'decimal') => (
    <TextField
      label={translate(`shipping.trial.${name}`)}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      slotProps={{ htmlInput: { inputMode } }}
      sx={{ flex: '1 1 140px' }}
    />
  );
  const answer = () => {
    if (Number.isNaN(grams) || Number.isNaN(goods)) return translate('shipping.trial.wrong');
    if (found === null) return '';
    if (typeof found === 'string') return translate(`shipping.trial.not.${found}`);
    if (found.free) return translate('shipping.trial.free');
    const price = euros(found.price);
    return place === null ? translate('shipping.trial.price', { price }) : translate('shipping.trial.byRow', { price, number: place + 1 });
  };
  return (
    <Stack spacing={2}>
      <Typography>{translate('shipping.trial.text')}</Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <TextField
          select
          label={translate('shipping.trial.country')}
          value={country}
          onChange={(event) => setTyped({ ...typed, country: event.target.value })}
          sx={{ flex: '1 1 200px' }}
        >
          {countries.map((c) => <MenuItem key={c.value} value={c.value}>{c.label}</MenuItem>)}
        </TextField>
        {field('postalCode')}
        {field('grams', 'numeric')}
        {field('goods', 'decimal')}
      </Stack>
      <Typography role="status" sx={{ fontWeight: 600 }}>{answer()}</Typography>
      {packaging > 0 && <Typography variant="body2" color="textSecondary">{translate('shipping.trial.packaging', { grams: packaging })}</Typography>}
      {typed.postalCode.trim() === '' && asksPostalCode(rates, country) && (
        <Typography variant="body2" color="textSecondary">{translate('shipping.trial.asksCode')}</Typography>
      )}
    </Stack>
  );
}
