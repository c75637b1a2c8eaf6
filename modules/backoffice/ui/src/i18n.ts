// English and German: react-admin's own texts, and those of each folder of pages.

import polyglotI18nProvider from 'ra-i18n-polyglot';
import frameEn from 'ra-language-english';
import { useEffect } from 'react';
import { useLocaleState } from 'react-admin';
import { frameDe } from './layout/frame.de';

/** The texts by the folder that they stand in: a key begins with its name. */
const byFolder = (files: Record<string, object>) =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/')[1], texts]));

const messages = {
  en: { ...frameEn, ...byFolder(import.meta.glob('./*/texts.en.ts', { eager: true, import: 'texts' })) },
  de: { ...frameDe, ...byFolder(import.meta.glob('./*/texts.de.ts', { eager: true, import: 'texts' })) },
};

export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
];

const preferred = navigator.language.startsWith('de') ? 'de' : 'en';

export const i18nProvider = polyglotI18nProvider(
  (locale) => messages[locale === 'de' ? 'de' : 'en'],
  preferred,
  languages,
  { allowMissing: true },
);

/** Says to the browser, and to screen readers, which language the page is in. */
export function useDocumentLanguage() {
  const [locale] = useLocaleState();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}
