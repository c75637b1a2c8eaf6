// English and German: the frame's texts and those of the pages.

import polyglotI18nProvider from 'ra-i18n-polyglot';
import frameEn from 'ra-language-english';
import { useEffect } from 'react';
import { useLocaleState } from 'react-admin';
import { de } from './messages/de';
import { en } from './messages/en';
import { editsDe } from './messages/edits.de';
import { editsEn } from './messages/edits.en';
import { frameDe } from './messages/frame.de';
import { goodsDe } from './messages/goods.de';
import { goodsEn } from './messages/goods.en';
import { layoutDe } from './messages/layout.de';
import { layoutEn } from './messages/layout.en';
import { ordersDe } from './messages/orders.de';
import { ordersEn } from './messages/orders.en';
import { moneyDe } from './messages/money.de';
import { moneyEn } from './messages/money.en';
import { mediaDe } from './messages/media.de';
import { mediaEn } from './messages/media.en';
import { pagesDe } from './messages/pages.de';
import { pagesEn } from './messages/pages.en';
import { peopleDe } from './messages/people.de';
import { peopleEn } from './messages/people.en';
import { staffDe } from './messages/staff.de';
import { staffEn } from './messages/staff.en';
import { recordsDe } from './messages/records.de';
import { recordsEn } from './messages/records.en';

const messages = {
  en: { ...frameEn, ...en, ...ordersEn, ...pagesEn, ...peopleEn, ...recordsEn, ...layoutEn, ...goodsEn, ...editsEn, ...mediaEn, ...staffEn, ...moneyEn },
  de: { ...frameDe, ...de, ...ordersDe, ...pagesDe, ...peopleDe, ...recordsDe, ...layoutDe, ...goodsDe, ...editsDe, ...mediaDe, ...staffDe, ...moneyDe },
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
