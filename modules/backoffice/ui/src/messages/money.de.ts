import type { moneyEn } from './money.en';

export const moneyDe: typeof moneyEn = {
  refundPage: {
    title: 'Erstattungen', empty: 'Geld, das an Kunden zurückgeht, erscheint hier.', order: 'Bestellung', to: 'An', amount: 'Betrag', paidBy: 'Bezahlt per', how: 'Wie', status: 'Status', since: 'Seit', reason: 'Grund',
    tabs: { all: 'Alle', pending: 'Offen', succeeded: 'Gesendet', failed: 'Gescheitert' }, channel: 'Wie', anyChannel: 'Von Hand und über den Anbieter',
    reference: 'Verwendungszweck: %{reference}', failed: 'Nicht gesendet: %{reason}', byProvider: 'beim Anbieter veranlasst', ofReturn: 'für eine Retoure',
    confirm: {
      button: 'Gesendet', title: 'Ist die Erstattung der Bestellung %{number} gesendet?', text: 'Sie haben %{amount} an %{name} überwiesen. Die Mail an den Kunden geht jetzt hinaus, und das Geld gilt als erstattet.',
      field: 'Verwendungszweck der Überweisung, für die Mitarbeiter', done: 'Die Erstattung von %{amount} ist gesendet.',
    },
    fail: {
      button: 'Nicht möglich', title: 'Lässt sich die Erstattung der Bestellung %{number} nicht senden?', text: '%{amount} lassen sich in der Bestellung noch einmal erstatten. Der Kunde bekommt keine Mail.', field: 'Warum, für die Mitarbeiter',
      done: 'Die Erstattung von %{amount} ist nicht gesendet.',
    },
  },
  refundChannels: { manual: 'von Hand', provider: 'über den Anbieter' },
  refunding: {
    all: 'Alles, was übrig ist: %{left}', parts: 'Teile davon', items: 'Ware, zu dem, was dafür bezahlt wurde', units: '%{name} (%{sku})', ordered: 'von %{quantity}', shipping: 'Versand in EUR', shippingLeft: 'Höchstens %{left}.',
    goodwill: 'Kulanz in EUR', goodwillHelp: 'Weder für Ware noch für Versand.',
    byHand: 'Sie senden das Geld selbst: Die Erstattung ist unter „Erstattungen“ offen, bis Sie bestätigen, dass sie gesendet ist. Erst dann bekommt der Kunde eine Mail.',
    byProvider: 'Das Geld geht über den Kartenanbieter zurück und ist offen, bis dieser bestätigt. Was nicht über den Anbieter kam, senden Sie von Hand und bestätigen es unter „Erstattungen“.',
    done: 'Die Erstattung der Bestellung %{number} ist unterwegs.',
  },
  due: { received: 'Eingegangen', due: 'Noch zu zahlen' },
  markUnpaid: {
    button: '„Bezahlt“ zurücknehmen', title: 'Ist Bestellung %{number} doch nicht bezahlt?', text: 'Sie wartet wieder auf ihre Zahlung, mit einer neuen Frist. Es geht keine Mail hinaus.', field: 'Warum, für die Mitarbeiter', done: 'Bestellung %{number} ist wieder unbezahlt.',
  },
  notices: {
    title: 'Wovon Sie erfahren', text: 'Was in Ihren Posteingang kommt, und was Sie per Mail bekommen. Die erste Mail kommt sofort, danach höchstens eine in fünf Minuten.', kind: 'Was', inbox: 'Posteingang', mail: 'Mail', saved: 'Gespeichert.',
    kinds: {
      order_new: 'Neue Bestellung', payment_received: 'Zahlung eingegangen', return_requested: 'Retoure angemeldet', payment_disputed: 'Zahlung angefochten', refund_to_send: 'Erstattung von Hand zu senden', parcel_back: 'Paket kommt zurück',
      mail_failed: 'Mail gescheitert', refund_failed: 'Erstattung gescheitert', payment_mismatched: 'Zahlung mit anderem Betrag', low_stock: 'Wenig Bestand', wholesale_application: 'Antrag auf Großhandel', webhook_failing: 'Webhook scheitert', webhook_disabled: 'Webhook abgeschaltet',
    },
  },
  cancelItems: {
    button: 'Einheiten stornieren', title: 'Welche Einheiten der Bestellung %{number} werden nicht gesendet?', text: 'Sie gehen zurück in den Bestand, was dafür bezahlt wurde, wird erstattet, und der Kunde bekommt eine Mail.', whole: 'Das sind alle Einheiten: Die Bestellung wird storniert.', done: 'Die Einheiten der Bestellung %{number} sind storniert.',
  },
  undelivered: {
    button: 'Nicht angekommen', title: 'Was wurde aus %{name}?', submit: 'Festhalten', text: 'Die Einheiten gelten als nicht versandt: Senden Sie sie noch einmal, oder stornieren Sie sie.', outcomes: { returned: 'Es kam zurück', lost: 'Es ist verloren' },
    restock: 'Die Ware geht zurück in den Bestand', done: '%{name} kam nicht an.', ended: { returned: 'kam zurück', lost: 'verloren' },
  },
  receiving: {
    came: '%{received} angekommen, %{restocked} zurück im Bestand',
    text: 'Bis zu %{amount} werden erstattet. Sagen Sie, was angekommen ist und was sich wieder verkaufen lässt.', announced: 'von %{quantity} angekündigten', restock: 'Zurück in den Bestand', deduct: 'Von der Erstattung abziehen, in EUR', deductHelp: 'Zum Beispiel für Schäden. Leer: nichts.', deductWhy: 'Warum abgezogen wird',
  },
  openReturn: {
    button: 'Retoure eröffnen', title: 'Was kommt von Bestellung %{number} zurück?', text: 'Für Kunden, die anrufen: Die Retoure ist sofort genehmigt, und die Mail sagt, wohin die Ware geht.', done: 'Die Retoure ist eröffnet und genehmigt.',
  },
  dispute: { title: 'Die Zahlung ist angefochten', open: 'Der Käufer hat die Zahlung angefochten. Antworten Sie beim Kartenanbieter bis %{due}; bis dahin lässt sich nichts erstatten.', openNoDate: 'Der Käufer hat die Zahlung angefochten. Antworten Sie beim Kartenanbieter; bis dahin lässt sich nichts erstatten.', won: 'Die Anfechtung ist gewonnen: Das Geld bleibt.', lost: 'Die Anfechtung ist verloren: Das Geld ist zurück beim Käufer.' },
  shipName: { none: 'Ohne Sendungsnummer' },
};
