import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  title: 'Rabattcodes', empty: 'Codes machen einen Warenkorb billiger; legen Sie hier einen an.',
  new: 'Neuer Rabattcode', code: 'Code', kind: 'Art', value: 'Wert', minimum: 'Ab Warenwert (EUR)', starts: 'Beginnt',
  ends: 'Endet', limit: 'Höchstens benutzbar', perCustomer: 'Höchstens je Kunde', active: 'Aktiv', window: 'Wann',
  always: 'immer', used: 'Benutzt', example: 'Von einem Warenkorb über %{cart} zieht er %{off} ab: %{pay} bleiben.',
  search: 'Code', remove: remove('Rabattcode'), kinds: { percent: 'Prozent', amount: 'Betrag in EUR' },
  states: { off: 'aus', planned: 'geplant', over: 'vorbei', running: 'läuft' },
  off: {
    button: 'Abschalten', title: '%{code} abschalten?',
    text: 'Warenkörbe mit dem Code verlieren den Rabatt sofort. Bestellungen behalten ihn.', done: '%{code} ist aus.',
  },
  tabs: { all: 'Alle', true: 'Aktiv', false: 'Aus' },
};
