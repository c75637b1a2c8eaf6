import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Erstattungen', empty: 'Geld, das an Kunden zurückgeht, erscheint hier.', to: 'An', amount: 'Betrag',
  paidBy: 'Bezahlt per', how: 'Wie', since: 'Seit', reason: 'Grund', channel: 'Wie',
  anyChannel: 'Von Hand und über den Anbieter', reference: 'Verwendungszweck: %{reference}',
  failed: 'Nicht gesendet: %{reason}', byProvider: 'beim Anbieter veranlasst', ofReturn: 'für eine Retoure',
  dialog: {
    title: 'Erstattung zu Bestellung %{number}', text: 'Bezahlt %{paid}, bisher erstattet %{refunded}, übrig %{left}.',
    pending: '%{pending} stehen aus.', all: 'Alles, was übrig ist: %{left}', parts: 'Teile davon',
    items: 'Ware, zu dem, was dafür bezahlt wurde', ordered: 'von %{quantity}', shipping: 'Versand in EUR',
    shippingLeft: 'Höchstens %{left}.', goodwill: 'Kulanz in EUR', goodwillHelp: 'Weder für Ware noch für Versand.',
    byHand: 'Sie senden das Geld selbst: Die Erstattung ist unter „Erstattungen“ offen, bis Sie bestätigen, dass ' +
      'sie gesendet ist. Erst dann bekommt der Kunde eine Mail.',
    byProvider: 'Das Geld geht über den Kartenanbieter zurück und ist offen, bis dieser bestätigt. Was nicht über ' +
      'den Anbieter kam, senden Sie von Hand und bestätigen es unter „Erstattungen“.',
    done: 'Die Erstattung der Bestellung %{number} ist unterwegs.', button: 'Erstatten',
  },
  tabs: { all: 'Alle', pending: 'Offen', succeeded: 'Gesendet', failed: 'Gescheitert' },
  confirm: {
    button: 'Gesendet', title: 'Ist die Erstattung der Bestellung %{number} gesendet?',
    text: 'Sie haben %{amount} an %{name} überwiesen. Die Mail an den Kunden geht jetzt hinaus, und das Geld gilt ' +
      'als erstattet.',
    field: 'Verwendungszweck der Überweisung, für die Mitarbeiter', done: 'Die Erstattung von %{amount} ist gesendet.',
  },
  fail: {
    button: 'Nicht möglich', title: 'Lässt sich die Erstattung der Bestellung %{number} nicht senden?',
    text: '%{amount} lassen sich in der Bestellung noch einmal erstatten. Der Kunde bekommt keine Mail.',
    field: 'Warum, für die Mitarbeiter', done: 'Die Erstattung von %{amount} ist nicht gesendet.',
  },
};
