import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  title: 'Versandarten', empty: 'Ohne Versandart kann niemand bestellen; legen Sie hier eine an.',
  new: 'Neue Versandart', countries: 'Länder', countriesHelp: 'Keines heißt: jedes Land.', price: 'Preis in EUR',
  freeFrom: 'Frei ab (EUR)', minDays: 'Tage mindestens', maxDays: 'Tage höchstens', days: 'Tage', on: 'aktiv',
  off: 'aus', active: 'Aktiv', remove: remove('Versandart'), tabs: { all: 'Alle', true: 'Aktiv', false: 'Aus' },
};
