import { Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { shippingMethodKindValues } from '../../generated/schema';
import type { Values } from '../ui/ConflictDialog';
import type { Field } from '../ui/FormDialog';
import { type LocaleText, LocaleTexts, useLocaleLines, writtenTexts } from '../ui/LocaleTexts';
import { useCountries } from '../ui/countries';

const isPickup = ({ kind }: Values) => kind === 'pickup';
const isDelivery = (held: Values) => !isPickup(held);

/** Returns the fields of a shipping method's form. */
export function useMethodFields(): Field[] {
  const translate = useTranslate();
  const countries = useCountries();
  const lines = useLocaleLines();
  const text = (name: string) => translate(`shipping.${name}`);
  return [
    { name: 'name', label: translate('ui.words.name'), required: true },
    {
      name: 'kind', label: text('kind'), kind: 'choice', help: text('kindHelp'), required: true,
      options: shippingMethodKindValues.map((value) => ({ value, label: translate(`shipping.kinds.${value}`) })),
    },
    { name: 'countries', label: text('countries'), kind: 'choices', options: countries, help: text('countriesHelp'), when: isDelivery },
    { name: 'price', label: text('price'), kind: 'money', required: true, help: text('priceHelp'), when: isDelivery },
    { name: 'freeFrom', label: text('freeFrom'), kind: 'money', when: isDelivery },
    { name: 'minDays', label: text('minDays'), kind: 'number', required: true },
    { name: 'maxDays', label: text('maxDays'), kind: 'number', required: true },
    {
      name: 'texts', label: text('texts'), read: (value) => value ?? [], write: (held) => writtenTexts(held as LocaleText[]), say: (texts) => lines(texts, 'text'),
      edit: ({ label, help, value, onChange, refused }) => (
        <Stack spacing={2}>
          <LocaleTexts names={[{ name: 'text', label, help, long: true }]} texts={value as LocaleText[]} onChange={onChange} refused={refused} />
        </Stack>
      ),
    },
    { name: 'active', label: text('active'), kind: 'switch' },
  ];
}

/** What is sent of a pickup: it costs nothing and goes nowhere. */
export const completeMethod = (body: Values): Values =>
  isPickup(body) ? { ...body, price: 0, freeFrom: null, countries: [], rates: [] } : body;
