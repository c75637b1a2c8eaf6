import { TextField } from '@mui/material';
import { useLocaleState } from 'react-admin';
import { localeValues } from '../../generated/schema';
import { useSettings } from './useSettings';

/** Texts in a language, by their names; null for none. */
export interface LocaleText {
  locale: string;
  [name: string]: string | null;
}

interface Props {
  /** The texts that there are in each language. */
  names: { name: string; label: string; help?: string; long?: boolean }[];
  texts: LocaleText[];
  onChange: (texts: LocaleText[]) => void;
  /** What the service refused at the path below the texts that were sent (writtenTexts). */
  refused: (part: string) => string | undefined;
}

/** Edits texts in each language of the shop. */
export function LocaleTexts({ names, texts, onChange, refused }: Props) {
  const languageOf = useLanguageNames();
  const sent = writtenTexts(texts);
  const set = (locale: string, name: string, value: string) => {
    const before = texts.find((t) => t.locale === locale);
    const after = { ...before, locale, [name]: value };
    onChange(before ? texts.map((t) => (t === before ? after : t)) : [...texts, after]);
  };
  return useShopLocales().flatMap((locale) => names.map(({ name, label, help, long }) => {
    const at = sent.findIndex((t) => t.locale === locale);
    const fault = at < 0 ? undefined : refused(`${at}/${name}`);
    return (
      <TextField
        key={`${locale} ${name}`}
        label={`${label} (${languageOf(locale)})`}
        value={texts.find((t) => t.locale === locale)?.[name] ?? ''}
        onChange={(event) => set(locale, name, event.target.value)}
        error={fault !== undefined}
        helperText={fault ?? help}
        multiline={long}
      />
    );
  }));
}

/** The texts as they are sent: trimmed, null for an empty one, and no language without any. */
export function writtenTexts(texts: LocaleText[]): LocaleText[] {
  return texts
    .map(({ locale, ...named }) => ({ ...Object.fromEntries(Object.entries(named).map(([name, text]) => [name, text?.trim() || null])), locale }))
    .filter((text) => Object.entries(text).some(([name, value]) => name !== 'locale' && value !== null));
}

/** Returns what says a text of each language, a line for each. */
export function useLocaleLines() {
  const languageOf = useLanguageNames();
  return (texts: unknown, name: string): string =>
    ((texts ?? []) as LocaleText[]).map((t) => `${languageOf(t.locale)}: ${t[name]}`).join('\n') || '–';
}

/** Returns the text of a name in the chosen language, else in any; empty without one. */
export function useTextIn(): (texts: LocaleText[], name: string) => string {
  const [chosen] = useLocaleState();
  return (texts, name) => (texts.find((t) => t.locale === chosen && t[name]) ?? texts.find((t) => t[name]))?.[name] ?? '';
}

/** The languages of the shop, the service's until they are read. */
export const useShopLocales = (): readonly string[] => useSettings()?.groups.profile.values.locales ?? localeValues;

/** Returns the name of a language in the chosen one. */
export function useLanguageNames(): (locale: string) => string {
  const [chosen] = useLocaleState();
  const names = new Intl.DisplayNames(chosen, { type: 'language' });
  return (locale) => names.of(locale) ?? locale;
}
