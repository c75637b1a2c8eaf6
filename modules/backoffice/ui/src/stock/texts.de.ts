import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Bestand', empty: 'Hier wird gezählt, was von jeder Variante da ist. Legen Sie zuerst ein Produkt an.',
  line: '%{onHand} im Regal, %{available} verfügbar', ledger: 'Bewegungen', ledgerOf: 'Bewegungen von %{sku}',
  newProduct: 'Neues Produkt',
  count: {
    button: 'Zählen', title: '%{sku} zählen',
    text: '%{onHand} sollten da sein, davon %{reserved} für Bestellungen reserviert.',
    done: '%{sku}: %{onHand} im Regal.',
  },
  adjust: { button: 'Anpassen', title: '%{sku} anpassen', by: 'Differenz', text: '%{before} → %{after}' },
  movements: {
    when: 'Wann', why: 'Warum', onHand: 'Im Regal', reserved: 'Reserviert', order: 'Bestellung', actor: 'Von',
  },
  reasons: {
    count: 'Gezählt', adjust: 'Angepasst', reserve: 'Reserviert', release: 'Freigegeben', ship: 'Versandt',
    return: 'Zurückgekommen', undelivered: 'Nicht angekommen', write_off: 'Abgeschrieben',
  },
  levels: { all: 'Alle', low: 'Wenig', out: 'Ausverkauft' },
  counting: {
    search: 'Produkt oder Artikelnummer', title: 'Zählen', product: 'Produkt', of: 'Im Regal: %{sku}',
    save: 'Enter speichert, Escape nimmt es zurück.', wrong: 'Bitte eine ganze Zahl.',
    scan: 'Artikelnummer scannen oder tippen', number: 'Gezählt',
    unknown: 'Keine Variante hat die Artikelnummer %{sku}.',
    found: '%{name}: %{onHand} im Regal, %{reserved} reserviert.',
    help: 'Artikelnummer, Enter, Anzahl, Enter. Oder Zeilen einer Tabelle einfügen: Artikelnummer und Anzahl.',
    noNumber: '%{sku}: In der Zeile steht keine Anzahl.', tooMany: 'Höchstens %{most} Zeilen auf einmal.',
    latest: 'Zuletzt gezählt', was: '%{sku}: %{before} → %{after}', refused: '%{sku}: %{why}',
    reserved: 'Für Bestellungen reserviert: %{reserved}.', buyer: 'Kunde', system: 'der Dienst',
    key: 'ein API-Schlüssel', staff: 'Mitarbeiter', you: 'Sie',
  },
};
