import { TextField } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Edited, Field } from '../ui/FormDialog';
import { type NamedProduct, ProductPicker, sayProducts } from '../ui/ProductPicker';
import { pricesOf } from './lines';
import { PricesField } from './PricesField';
import { useShopZone } from './useShopZone';
import { momentIn, zonedText, zonedTime } from './zone';

/** How many products a plan may publish, and archive. */
const most = 1000;

/** The fields of a plan's name and its times. */
export function useBasicFields(has: { starts: boolean }): Field[] {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const zone = useShopZone();
  const time = (name: 'startsAt' | 'endsAt'): Field => ({
    name, label: translate(`pricePlans.${name}`, { zone }), required: name === 'startsAt',
    read: (at) => (typeof at === 'string' && at !== '' ? zonedTime(at, zone) : ''),
    write: (held) => (typeof held === 'string' && held !== '' ? momentIn(zone, held) : null),
    edit: (edited) => <TimeField {...(edited as Edited<string | null>)} help={name === 'endsAt' ? translate('pricePlans.endsAtHelp') : undefined} required={name === 'startsAt'} />,
    say: (at) => (typeof at === 'string' && at !== '' ? zonedText(at, zone, locale) : '–'),
  });
  return [
    { name: 'name', label: translate('ui.words.name'), required: true },
    ...(has.starts ? [time('startsAt')] : []),
    time('endsAt'),
  ];
}

/** The fields of what a plan does. */
export function useEntryFields(known: { publish: NamedProduct[]; archive: NamedProduct[] }): Field[] {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const picked = (name: 'publish' | 'archive'): Field => ({
    name, label: translate(`pricePlans.${name}`), say: sayProducts(known[name]),
    read: (value) => (Array.isArray(value) ? value : []),
    edit: (edited) => <ProductPicker {...(edited as Edited<string[] | null>)} known={known[name]} most={most} />,
  });
  return [
    {
      name: 'prices', label: translate('pricePlans.prices'), help: translate('pricePlans.pricesHelp'),
      read: (value) => (typeof value === 'string' ? value : ''),
      write: (held) => pricesOf(String(held ?? ''), locale),
      edit: (edited) => <PricesField {...(edited as Edited<string | null>)} />,
      say: (value) => String(Array.isArray(value) ? value.length : 0),
    },
    picked('publish'),
    picked('archive'),
  ];
}

function TimeField({ label, help, value, onChange, refused, required }: Edited<string | null> & { required: boolean }) {
  const fault = refused('');
  return (
    <TextField
      type="datetime-local" label={label} value={value ?? ''} onChange={(e) => onChange(e.target.value)} required={required}
      error={fault !== undefined} helperText={fault ?? help} slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

