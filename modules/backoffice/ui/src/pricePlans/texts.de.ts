import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Preispläne', none: 'Diesen Preisplan gibt es nicht.', new: 'Neuer Preisplan',
  empty: 'Preise und Veröffentlichung von Tag zu Tag, etwa für eine Aktion: Sie ändern sich von selbst, und die früheren Preise kommen zurück.',
  starts: 'Beginn', ends: 'Ende', open: 'offen', whatColumn: 'Was', failed: 'Fehlgeschlagen', why: 'Warum', results: 'Ergebnisse', noResults: 'Es gibt keine.',
  what: 'Preise: %{prices}, veröffentlichen: %{publish}, archivieren: %{archive}',
  startsAt: 'Beginn (%{zone})', endsAt: 'Ende (%{zone})', endsAtHelp: 'Leer: bis Sie ihn beenden.',
  prices: 'Preise', pricesHelp: 'Eine Zeile je Variante: SKU; Preis, und vielleicht ; Vergleichspreis ; was (früherer Preis) oder rrp (UVP), sonst wie bisher. Sie dürfen aus einer Tabelle eingefügt werden.',
  publish: 'Am Beginn veröffentlichen', archive: 'Am Ende archivieren', line: 'Zeile %{number}: %{fault}', more: 'Und %{number} weitere Zeilen.',
  addProduct: 'Varianten eines Produkts ergänzen', addProductHelp: 'Sie werden mit ihren jetzigen Preisen ergänzt.',
  editEntries: 'Preise und Produkte ändern',
  someFailed: '%{smart_count} Eintrag ist fehlgeschlagen. |||| %{smart_count} Einträge sind fehlgeschlagen.',
  someLeft: '%{smart_count} Preis wurde am Ende belassen: Er war inzwischen geändert worden. |||| %{smart_count} Preise wurden am Ende belassen: Sie waren inzwischen geändert worden.',
  statuses: { scheduled: 'Geplant', active: 'Aktiv', ended: 'Beendet', cancelled: 'Abgebrochen' },
  states: {
    pending: 'Wartet', applied: 'Erledigt', unchanged: 'War schon so', failed: 'Fehlgeschlagen', skipped: 'Nicht getan', restored: 'Preis ist zurück',
    changed_since: 'Belassen, inzwischen geändert', not_restored: 'Konnte nicht zurückkommen',
  },
  kinds: { price: 'Preis', publish: 'Veröffentlichen', archive: 'Archivieren' },
  facts: {
    title: 'Der Plan', status: 'Status', startsAt: 'Beginn', endsAt: 'Ende', zone: 'Zeitzone', prices: 'Preise', publish: 'Zu veröffentlichende Produkte',
    archive: 'Zu archivierende Produkte', pending: 'Wartet', actor: 'Zuletzt geändert von',
  },
  cancel: { button: 'Plan abbrechen', title: '„%{name}“ abbrechen?', text: 'Er hat nicht begonnen und tut dann nichts.', done: 'Der Plan ist abgebrochen.' },
  endNow: {
    button: 'Jetzt beenden', title: '„%{name}“ jetzt beenden?', text: 'Die früheren Preise kommen zurück, und Produkte werden archiviert, wie an seinem Ende.',
    done: 'Der Plan ist vorbei. Die früheren Preise kommen zurück.',
  },
  keep: {
    button: 'Preise behalten', title: 'Die Preise von „%{name}“ behalten?', text: 'Der Plan ist dann vorbei. Seine Preise bleiben, und nichts wird archiviert.',
    done: 'Der Plan ist vorbei. Seine Preise bleiben.',
  },
};
