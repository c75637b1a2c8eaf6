import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { priceModeValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { useCountries } from '../ui/countries';
import { type Edited, type Field, inLanguages } from '../ui/FormDialog';
import { type Found, findBic, findIban, findVatId } from './codes';
import { PaymentMethods, useMethodLines } from './PaymentMethods';
import { draftsOf, type MethodDraft, methodsOf } from './methodDrafts';
import { findRates, rateLines, ratesOf } from './taxRates';
import { MediaField } from '../ui/MediaField';

export type GroupName = Exclude<keyof Schemas['Settings']['groups'], '$schema' | 'legal' | 'storefront'>;
type Image = Schemas['Image'];
type Footer = Schemas['MailFooter'];

/** A field of a group, and what shows its value, null for none; key is the one of the configuration that decides about it. */
export interface GroupField extends Field {
  shown: (value: unknown, key?: string) => ReactNode;
}

/** Returns the fields of a group with the values in the order in which they are shown. */
export function useGroupFields(name: GroupName, values: Record<string, unknown>): GroupField[] {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const methodLines = useMethodLines();
  const countries = useCountries();
  const languages = ['en', 'de'].map((value) => ({ value, label: translate(`settings.languages.${value}`) }));
  const priceModes = priceModeValues.map((value) => ({ value, label: translate(`settings.priceModes.${value}`) }));
  const checking = (find: (typed: string) => Found | null) => (typed: string) => {
    const found = find(typed);
    return found && { text: translate(`settings.checks.${found.text}`, found.values), wrong: found.wrong };
  };
  // A picture is named by its id, and shown by another member of the values.
  const picture = (name: string, image: unknown): Omit<Field, 'label'> => {
    const before = image as Image | null;
    return {
      name, say: (id) => translate(id === before?.mediaId ? 'settings.samePicture' : 'settings.otherPicture'),
      edit: (edited) => <MediaField {...(edited as Edited<string | null>)} url={before?.url ?? null} />,
    };
  };
  const pictures: Record<string, unknown> = { logoMediaId: values.logo, iconMediaId: values.icon };
  const fields: Record<GroupName, Omit<Field, 'label'>[]> = {
    profile: [
      { name: 'name', required: true }, { name: 'email' }, { name: 'phone' }, { name: 'website' },
      { name: 'country', kind: 'choice', options: countries, required: true }, { name: 'timeZone', required: true },
      { name: 'locales', kind: 'choices', options: languages, required: true },
      { name: 'locale', kind: 'choice', options: languages, required: true }, { name: 'orderUrl' }, { name: 'productUrl' },
      picture('logoMediaId', values.logo), picture('iconMediaId', values.icon),
    ],
    seller: [
      { name: 'name' }, { name: 'line1' }, { name: 'line2' }, { name: 'postalCode' }, { name: 'city' },
      { name: 'country', kind: 'choice', options: [{ value: '', label: translate('settings.asShop') }, ...countries] }, { name: 'email' }, { name: 'phone' },
      { name: 'vatId', check: checking(findVatId) }, { name: 'taxNumber' }, { name: 'register' }, { name: 'managers' }, { name: 'returnsAddress', kind: 'long' },
    ],
    bank: [{ name: 'iban', check: checking(findIban) }, { name: 'bic', check: checking(findBic) }, { name: 'holder' }, { name: 'bank' }],
    tax: [
      { name: 'rates', kind: 'long', read: rateLines, write: ratesOf, check: checking(findRates), required: true },
      { name: 'destinationRates', kind: 'switch' }, { name: 'smallBusiness', kind: 'switch' },
      { name: 'wholesalePrices', kind: 'choice', options: priceModes, required: true },
      { name: 'vatIdMaxAge', required: true }, { name: 'retentionYears', kind: 'number', required: true },
    ],
    checkout: [
      {
        name: 'methods', read: (value) => draftsOf(value, locale), write: (held) => methodsOf(held as MethodDraft[], locale), say: methodLines,
        edit: (edited) => <PaymentMethods {...(edited as Edited<MethodDraft[]>)} />,
      },
      { name: 'guestCheckout', kind: 'switch' }, { name: 'paymentDeadline', required: true }, { name: 'cardDeadline', required: true },
      { name: 'processingDeadline', required: true }, { name: 'invoiceDays', kind: 'number', required: true },
      { name: 'returnDays', kind: 'number', required: true }, { name: 'withdrawalDays', kind: 'number', required: true },
      { name: 'lowStock', kind: 'number', required: true }, { name: 'defaultGrams', kind: 'number', required: true },
      { name: 'packagingGrams', kind: 'number', required: true }, { name: 'requireGpsr', kind: 'switch' },
    ],
    loyalty: [
      { name: 'enabled', kind: 'switch' }, { name: 'pointsPerEuro', kind: 'number', required: true },
      { name: 'pointsPerShare', kind: 'number', required: true }, { name: 'voucherDays', kind: 'number', required: true },
    ],
    mail: [
      { name: 'senderName', required: true }, { name: 'replyTo' }, { name: 'color', required: true },
      { name: 'footers', kind: 'languages', options: languages, read: footersByLanguage, write: footersOf },
    ],
  };
  return fields[name].map((field) => {
    const label = (value: unknown) => field.options?.find((o) => o.value === value)?.label ?? String(value);
    const textOf = (given: unknown): string => {
      if (field.say) return field.say(given);
      const value = field.read ? field.read(given) : given;
      if (typeof value === 'boolean') return translate(value ? 'settings.on' : 'settings.off');
      if (field.kind === 'languages') return inLanguages(field, value) || '–';
      if (Array.isArray(value)) return value.map(label).join(', ') || '–';
      return label(value);
    };
    return {
      ...field,
      label: translate(`settings.fields.${field.name}`),
      help: translate(`settings.help.${field.name}`, { _: '' }) || undefined,
      shown: (value, key) => value === null ? null : (
        <>
          {field.name in pictures ? <Shown image={pictures[field.name] as Image} /> : textOf(value)}
          {key && <Typography component="span" variant="body2" color="textSecondary">{` (${translate('settings.pinned', { key })})`}</Typography>}
        </>
      ),
    };
  });
}

/** The footers of mails by their language. */
const footersByLanguage = (footers: unknown) => Object.fromEntries(((footers ?? []) as Footer[]).map((f) => [f.locale, f.text]));

/** The footers of what was typed in each language, without those that are empty. */
const footersOf = (typed: unknown): Footer[] =>
  Object.entries(typed as Record<string, string>).map(([locale, text]) => ({ locale, text: text.trim() })).filter((f) => f.text !== '');

/** A picture as the smallest of its copies. */
function Shown({ image }: { image: Image }) {
  return <Box component="img" src={image.renditions[0]?.url ?? image.url} alt="" sx={{ maxWidth: 160, maxHeight: 96 }} />;
}
