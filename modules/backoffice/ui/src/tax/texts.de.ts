import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Umsatzsteuer', part: 'Umsatzsteuer dieser Tage', days: 'Wählen Sie den ersten Tag und einen letzten, der nicht davor liegt.',
  text: 'Die Umsatzsteuer aller Belege eines Zeitraums, abzüglich der Korrekturen und Stornos; höchstens 366 Tage.',
  none: 'An diesen Tagen wurde kein Beleg ausgestellt.', total: 'Summe', country: 'Land', scheme: 'Verfahren',
  category: 'Kategorie', rate: 'USt.-Satz', documents: 'Belege', net: 'Ohne USt.', tax: 'USt.', gross: 'Mit USt.',
  schemes: {
    domestic: 'Inland', oss: 'Anderer Mitgliedstaat (OSS)', intra_community: 'Innergemeinschaftliche Lieferung',
    export: 'Ausfuhr',
  },
  categories: {
    S: 'Regelbesteuerung', Z: 'Nullsatz', E: 'Befreit', G: 'Ausfuhr', K: 'Innergemeinschaftliche Lieferung',
  },
};
