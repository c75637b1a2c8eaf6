import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Kontoauszüge',
  empty: 'Laden Sie einen Auszug Ihres Kontos hoch: Was Kunden überwiesen haben, wird hier gebucht.',
  file: 'Datei', days: 'Tage', by: 'Von', uploaded: 'Hochgeladen', short: '%{booked} gebucht, %{open} offen',
  noAccount: 'Ein Auszug wird mit Ihrem Konto verglichen, und in den Einstellungen fehlt die IBAN.',
  toSettings: 'Zu den Einstellungen',
  drop: 'Ziehen Sie einen Kontoauszug hierher, als camt.053 (XML) oder CSV, oder wählen Sie einen.',
  choose: 'Auszug auswählen', chooser: 'Kontoauszug', checking: 'Der Auszug wird angesehen…', keeping: 'Wird gebucht…',
  wouldDo: 'Das würde der Auszug tun:', keep: 'Übernehmen und buchen', forget: 'Abbrechen',
  nothing: 'Darin ist nichts Neues.', first: 'Die ersten 1.000 werden gezeigt.',
  kept: 'Der Auszug ist übernommen: %{booked} gebucht, %{open} für Sie übrig.',
  counts: { booked: 'Gebucht', open: 'Offen', known: 'Bekannt', ignored: 'Übergangen' },
  would: {
    booked: 'bezahlen eine Bestellung', open: 'bleiben für Sie übrig', known: 'sind schon bekannt',
    ignored: 'sind keine Zahlungseingänge in EUR oder noch nicht gebucht',
  },
  entries: {
    title: 'Zahlungseingänge',
    empty: 'Was auf Ihrem Konto eingegangen ist, erscheint hier, sobald Sie einen Kontoauszug hochgeladen haben.',
    search: 'Zahler, Text, Betrag oder Bestellung', statement: 'Kontoauszug', anyStatement: 'Alle Kontoauszüge',
    anyMatch: 'Beliebig', day: 'Tag', amount: 'Betrag', name: 'Von', text: 'Text', order: 'Bestellung', match: 'Passt',
    becomes: 'Wird', due: '(%{due} offen)',
    tabs: { all: 'Alle', open: 'Offen', booked: 'Gebucht', ignored: 'Übergangen' },
    states: { open: 'Offen', booked: 'Gebucht', ignored: 'Übergangen' },
    matches: {
      exact: 'genau', under: 'zu wenig', over: 'zu viel', double: 'Bestellung ist schon bezahlt',
      closed: 'Bestellung ist storniert', several: 'mehrere Bestellungen', none: 'keine Bestellung',
    },
    book: {
      button: 'Buchen', title: '%{amount} von %{name}: für welche Bestellung?', about: '%{name}, %{due} offen',
      exact: 'Die Bestellung verlangt genau diesen Betrag.',
      under: 'Die Bestellung verlangt %{due}: Der Rest bleibt offen.',
      over: 'Die Bestellung verlangt %{due}: Was darüber ist, können Sie in der Bestellung erstatten.',
      double: 'Die Bestellung ist schon bezahlt: Der Betrag kommt dazu und kann in der Bestellung erstattet werden. ' +
        'Haben Sie sie wegen genau dieser Überweisung von Hand als bezahlt markiert? Dann übergehen Sie die ' +
        'Überweisung.',
      closed: 'Die Bestellung ist storniert: Der Betrag wartet unter „Erstattungen“ darauf, zurückgesendet zu ' +
        'werden.',
      several: 'Der Text nennt mehrere Bestellungen. Wählen Sie die, für die das Geld ist.',
      none: 'Der Text nennt keine Bestellung, die überwiesen wird. Wählen Sie die, für die das Geld ist.',
      done: '%{amount} sind für Bestellung %{number} gebucht.',
      invalid_transition: 'Jemand hat diese Überweisung inzwischen gebucht oder übergangen. Sie sehen den ' +
        'jetzigen Stand.',
    },
    ignore: {
      button: 'Übergehen', title: 'Sind %{amount} von %{name} für keine Bestellung?',
      text: 'Der Eingang bleibt in der Liste, mit Ihrem Grund.', field: 'Warum, für die Mitarbeiter',
      done: 'Der Eingang ist übergangen.',
      invalid_transition: 'Jemand hat diese Überweisung inzwischen gebucht oder übergangen. Sie sehen den ' +
        'jetzigen Stand.',
    },
  },
};
