import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  mayDo: 'Darf', title: 'Mitarbeiter', empty: 'Sie sind allein. Laden Sie jemanden ein.',
  roles: {
    title: 'Rollen', empty: 'Es gibt keine Rolle.', new: 'Neue Rolle', members: 'Mitglieder', everything: 'Alles',
    membersOf: '%{smart_count} Mitglied |||| %{smart_count} Mitglieder', remove: remove('Rolle'),
  },
  keys: {
    title: 'API-Schlüssel', empty: 'Programme lesen und schreiben mit eigenen Schlüsseln; legen Sie hier einen an.',
    new: 'Neuer Schlüssel', prefix: 'Beginnt mit', lastUsed: 'Zuletzt benutzt', expires: 'Endet',
    made: 'Der Schlüssel %{name}',
    remove: {
      button: 'Widerrufen', title: 'Schlüssel %{name} widerrufen?',
      text: 'Wer ihn benutzt, wird binnen einer Sekunde abgewiesen.', done: 'Der Schlüssel %{name} ist widerrufen.',
    },
  },
  keyStates: { active: 'aktiv', expired: 'abgelaufen', revoked: 'widerrufen' },
  left: {
    invitations: '%{smart_count} offene Einladung ist zurückgezogen. |||| %{smart_count} offene Einladungen sind ' +
      'zurückgezogen.',
    keys: 'Diese API-Schlüssel gelten weiter:',
  },
  change: { button: 'Rolle ändern', title: 'Rolle von %{name}' },
  reset: {
    button: 'Zweiten Faktor zurücksetzen', title: 'Zweiten Faktor von %{name} zurücksetzen?',
    text: 'Das Konto wird überall abgemeldet und braucht nur das Passwort, bis es einen neuen hat.',
    done: '%{name} hat keinen zweiten Faktor.',
  },
  remove: {
    button: 'Zugang entziehen', title: '%{name} den Zugang als Mitarbeiter entziehen?',
    text: 'Das Konto wird zu einem Kundenkonto und kann die Verwaltung nicht öffnen.', done: '%{name} ist jetzt Kunde.',
  },
  factors: { totp: 'App', passkey: 'Passkey' },
  invitations: {
    title: 'Einladungen',
    empty: 'Wer den Shop mit Ihnen führt, bekommt eine Einladung per Mail; laden Sie hier den Ersten ein.',
    new: 'Jemanden einladen', send: 'Einladen', done: 'Eine Einladung ist unterwegs zu %{email}.',
    resend: {
      button: 'Noch einmal senden', title: 'Die Einladung noch einmal senden?',
      text: '%{email} bekommt einen neuen Code; der bisherige gilt nicht mehr.',
      done: 'Die Einladung ist unterwegs zu %{email}.',
      invalid_transition: 'Die Einladung ist nicht mehr offen; gesendet wurde nichts. Sie sehen den jetzigen Stand.',
    },
    revoke: {
      button: 'Zurückziehen', title: 'Die Einladung zurückziehen?',
      text: 'Der Code, den %{email} hat, gilt nicht mehr.', done: 'Die Einladung ist zurückgezogen.',
      invalid_transition: 'Die Einladung ist nicht mehr offen. Sie sehen den jetzigen Stand.',
    },
  },
  invitationStates: { pending: 'offen', accepted: 'angenommen', revoked: 'zurückgezogen', expired: 'abgelaufen' },
  scopes: {
    self: 'Das eigene Konto benutzen', orders_read: 'Bestellungen und Retouren sehen',
    orders_write: 'Bestellungen packen und versenden, Adressen ändern, Retouren annehmen',
    refunds_write: 'Bestellungen erstatten und stornieren, über Retouren entscheiden',
    payments_read: 'Sehen, worum der Zahlungsdienst gebeten wird',
    payments_write: 'Bestellungen als bezahlt melden, den Zahlungsdienst noch einmal bitten',
    products_read: 'Produkte und Bilder sehen',
    products_write: 'Produkte, Marken, Kategorien, Kollektionen und Bilder anlegen und ändern',
    stock_read: 'Bestand und seine Bewegungen sehen', stock_write: 'Bestand zählen und berichtigen',
    promotions_read: 'Rabattcodes sehen', promotions_write: 'Rabattcodes anlegen und ändern',
    webhooks_read: 'Webhooks sehen und was gesendet wurde',
    webhooks_write: 'Webhooks anlegen und ändern, Ereignisse noch einmal senden',
    settings_read: 'Die Einstellungen des Shops und die Versandarten sehen',
    settings_write: 'Die Einstellungen des Shops und die Versandarten ändern',
    customers_read: 'Kunden, ihre Adressen und Punkte sehen',
    customers_write: 'Kunden sperren, exportieren und löschen, ihre Sitzungen beenden',
    wholesale_decide: 'Anträge auf Großhandel lesen und darüber entscheiden',
    reviews_moderate: 'Bewertungen verbergen und zeigen', loyalty_adjust: 'Punkte geben und nehmen',
    mails_read: 'Die gesendeten Mails lesen', mails_write: 'Mails noch einmal senden',
    audit_read: 'Sehen, wer was getan hat, und das Ereignisprotokoll',
    audit_write: 'Hängende Ereignisse noch einmal versuchen',
    events_read: 'Alle Ereignisse des Shops mit einem Programm lesen',
    staff_read: 'Mitarbeiter, Rollen und Einladungen sehen',
    staff_write: 'Mitarbeiter einladen und entfernen, Rollen ändern',
    keys_write: 'API-Schlüssel anlegen und widerrufen', reports_read: 'Umsätze, Umsatzsteuer und die Zahl der Bestellungen sehen',
    invoices_read: 'Rechnungen ansehen und exportieren', invoices_write: 'Rechnungen ausstellen und ersetzen',
  },
  readyRoles: {
    title: 'Fertige Rollen',
    text: 'Rollen, die die meisten Shops brauchen. Übernehmen Sie eine; was sie darf, lässt sich später ändern.',
    owner: 'Inhaber', take: 'Übernehmen', takeOf: 'Rolle %{name} übernehmen', done: 'Die Rolle %{name} gibt es jetzt.',
    none: 'Außer der des Inhabers gibt es noch keine Rolle. Übernehmen Sie eine, um jemanden damit einzuladen.',
    packer: {
      name: 'Packer',
      text: 'Sieht Bestellungen, packt und versendet sie, nimmt Retouren an. Keine Erstattungen, keine Kundenkonten.',
    },
    assistant: {
      name: 'Verkauf',
      text: 'Pflegt Produkte, Bestand, Rabattcodes und Bewertungen, antwortet Kunden, versendet, erstattet und ' +
        'storniert.',
    },
    bookkeeper: {
      name: 'Buchhaltung',
      text: 'Sieht Bestellungen, Umsätze und Kunden, meldet Bestellungen als bezahlt und erstattet.',
    },
  },
};
