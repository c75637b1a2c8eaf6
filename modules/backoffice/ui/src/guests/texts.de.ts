import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Gäste', none: 'Diesen Gast gibt es nicht: gelöscht, oder die Bestellungen gehören jetzt zu einem Konto.',
  empty: 'Wer ohne Konto bestellt, erscheint hier.', search: 'Name, E-Mail, Telefon oder Adresse',
  last: 'Letzte Bestellung',
  lastOrder: '%{smart_count} Bestellung, die letzte ist %{number} |||| %{smart_count} Bestellungen, die letzte ist ' +
    '%{number}',
  orders: 'Bestellungen', spent: 'Ausgegeben', profile: 'Profil', mails: 'Mails', erase: 'Löschen',
};
