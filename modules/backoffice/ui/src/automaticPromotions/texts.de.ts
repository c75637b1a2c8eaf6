import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  title: 'Automatische Rabatte', empty: 'Sie machen einen Warenkorb ohne Code billiger; legen Sie hier einen an.',
  new: 'Neuer automatischer Rabatt', name: 'Name', 
  nameHelp: 'Kunden sehen ihn im Warenkorb und auf der Bestellung. Um Preise für alle zu senken, legen Sie einen Preisplan an: Nur er zählt für den niedrigsten Preis der letzten 30 Tage.',
  kind: 'Art', value: 'Wert', minimum: 'Ab Warenwert (EUR)', minimumHelp: 'Bei einem Betrag mehr als der Betrag.',
  valueHelp: 'Prozent oder EUR; bei X für Y sind 100 Prozent umsonst; bei kostenlosem Versand höchstens so viel, damit teure Versandarten bezahlt werden.',
  freeUpTo: 'Versand kostenlos bis %{amount}', audience: 'Für', starts: 'Beginnt', ends: 'Endet',
  active: 'Aktiv', window: 'Wann', search: 'Name', remove: remove('Automatischen Rabatt'),
  products: 'Produkte', productsHelp: 'Keins: Er gilt für alle. Sonst senkt er, was diese kosten, oder den Versand eines Warenkorbs mit einem von ihnen; der Warenwert gilt weiter für alles.',
  buy: 'Gekauft (Stück)', get: 'Dazu billiger (Stück)', getHelp: '„3 für 2“: 2 gekauft, 1 dazu, zu 100 Prozent. Billiger werden die billigsten Stücke des Warenkorbs.',
  moreFree: '%{all} für %{buy}', moreCheaper: '%{buy} gekauft, %{get} dazu zu −%{percent} %',
  allProducts: 'alle',
  kinds: { percent: 'Prozent', amount: 'Betrag in EUR', free_shipping: 'Versand kostenlos', buy_x_get_y: 'X für Y' },
  audiences: { everybody: 'alle', retail: 'Privatkunden und Gäste', wholesale: 'Großhandelskunden' },
  states: { off: 'aus', planned: 'geplant', over: 'vorbei', running: 'läuft' },
  off: {
    button: 'Abschalten', title: '%{name} abschalten?',
    text: 'Warenkörbe verlieren den Rabatt sofort. Bestellungen behalten ihn.', done: '%{name} ist aus.',
  },
  tabs: { all: 'Alle', true: 'Aktiv', false: 'Aus' },
};
