import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { useCountries } from '../ui/countries';
import type { Field } from '../ui/FormDialog';

export type GroupName = Exclude<keyof Schemas['Settings']['groups'], '$schema' | 'legal'>;
type Rate = Schemas['TaxRateSetting'];
type Method = Schemas['PaymentMethodSetting'];

/** A field of a group, and what shows its value, null for none; key is the one of the configuration that decides about it. */
export interface GroupField extends Field {
  shown: (value: unknown, key?: string) => ReactNode;
}

/** Returns the fields of a group with the values in the order in which they are shown. */
export function useGroupFields(name: GroupName, values: Record<string, unknown>): GroupField[] {
  const translate = useTranslate();
  const countries = useCountries();
  const languages = ['en', 'de'].map((value) => ({ value, label: translate(`settings.languages.${value}`) }));
  const methods = ['bank_transfer', 'cash_on_delivery', 'invoice', 'card'].map((value) => ({ value, label: translate(`ui.payments.${value}`) }));
  const fields: Record<GroupName, Omit<Field, 'label'>[]> = {
    profile: [
      { name: 'name', required: true }, { name: 'email' }, { name: 'phone' }, { name: 'website' },
      { name: 'country', kind: 'choice', options: countries, required: true }, { name: 'timeZone', required: true },
      { name: 'locales', kind: 'choices', options: languages, required: true },
      { name: 'locale', kind: 'choice', options: languages, required: true }, { name: 'orderUrl' }, { name: 'productUrl' },
    ],
    seller: [
      { name: 'name' }, { name: 'line1' }, { name: 'line2' }, { name: 'postalCode' }, { name: 'city' }, { name: 'email' }, { name: 'phone' },
      { name: 'vatId' }, { name: 'taxNumber' }, { name: 'register' }, { name: 'managers' }, { name: 'returnsAddress', kind: 'long' },
    ],
    bank: [{ name: 'iban' }, { name: 'bic' }, { name: 'holder' }, { name: 'bank' }],
    tax: [{ name: 'rates', kind: 'long', read: rateLines, write: ratesOf, required: true }, { name: 'destinationRates', kind: 'switch' }],
    checkout: [
      { name: 'methods', kind: 'choices', options: methods, read: enabledMethods, write: (chosen) => methodsOf(chosen, values.methods) },
      { name: 'guestCheckout', kind: 'switch' }, { name: 'paymentDeadline', required: true }, { name: 'cardDeadline', required: true },
      { name: 'returnDays', kind: 'number', required: true }, { name: 'withdrawalDays', kind: 'number', required: true },
      { name: 'lowStock', kind: 'number', required: true }, { name: 'defaultGrams', kind: 'number', required: true },
      { name: 'packagingGrams', kind: 'number', required: true },
    ],
    loyalty: [
      { name: 'enabled', kind: 'switch' }, { name: 'pointsPerEuro', kind: 'number', required: true },
      { name: 'pointsPerShare', kind: 'number', required: true }, { name: 'voucherDays', kind: 'number', required: true },
    ],
    mail: [{ name: 'senderName', required: true }, { name: 'replyTo' }],
  };
  return fields[name].map((field) => {
    const label = (value: unknown) => field.options?.find((o) => o.value === value)?.label ?? String(value);
    const textOf = (given: unknown): string => {
      const value = field.read ? field.read(given) : given;
      if (typeof value === 'boolean') return translate(value ? 'settings.on' : 'settings.off');
      if (Array.isArray(value)) return value.map(label).join(', ') || '–';
      return label(value);
    };
    return {
      ...field,
      label: translate(`settings.fields.${field.name}`),
      help: translate(`settings.help.${field.name}`, { _: '' }) || undefined,
      shown: (value, key) => value === null ? null : (
        <>
          {textOf(value)}
          {key && <Typography component="span" variant="body2" color="textSecondary">{` (${translate('settings.pinned', { key })})`}</Typography>}
        </>
      ),
    };
  });
}

/** The rates as lines of their country, standard and reduced percent, and perhaps the first day. */
const rateLines = (rates: unknown) =>
  ((rates ?? []) as Rate[]).map((r) => [r.country, r.standard, r.reduced, ...(r.from ? [r.from] : [])].join(' ')).join('\n');

/** The rates of such lines. What is no number stays a text, which the service refuses. */
function ratesOf(lines: unknown): unknown {
  const number = (text = '') => (/^[0-9]+([.,][0-9]+)?$/.test(text) ? Number(text.replace(',', '.')) : text);
  return String(lines).split('\n').map((line) => line.trim()).filter((line) => line !== '').map((line) => {
    const [country = '', standard, reduced, from = null] = line.split(/\s+/);
    return { country: country.toUpperCase(), standard: number(standard), reduced: number(reduced ?? standard), from };
  });
}

const enabledMethods = (methods: unknown) => ((methods ?? []) as Method[]).filter((m) => m.enabled).map((m) => m.method);

/** The chosen methods, with what else the shop says of each; those that are off keep it for another day. */
function methodsOf(chosen: unknown, before: unknown): Partial<Method>[] {
  const known = (before ?? []) as Method[];
  const on = (chosen as string[]).map((method) => ({ ...known.find((m) => m.method === method), method, enabled: true }));
  return [...on, ...known.filter((m) => !on.some((o) => o.method === m.method)).map((m) => ({ ...m, enabled: false }))];
}
