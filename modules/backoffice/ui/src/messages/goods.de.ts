import type { goodsEn } from './goods.en';

export const goodsDe: typeof goodsEn = {
  productList: {
    brand: 'Marke', category: 'Kategorie', tax: 'USt.-Klasse', stock: 'Bestand', changed: 'Geändert', export: 'Exportieren',
    publish: {
      button: 'Veröffentlichen', title: '%{smart_count} Produkt veröffentlichen? |||| %{smart_count} Produkte veröffentlichen?',
      text: 'Alle sehen es im Shop. |||| Alle sehen sie im Shop.',
    },
    archive: {
      button: 'Archivieren', title: '%{smart_count} Produkt archivieren? |||| %{smart_count} Produkte archivieren?',
      text: 'Es verlässt den Shop. Bestellungen behalten es. |||| Sie verlassen den Shop. Bestellungen behalten sie.',
    },
  },
  stockLevels: { all: 'Alle', low: 'Wenig', out: 'Ausverkauft' },
  importing: {
    title: 'Produkte importieren', drop: 'Ziehen Sie eine CSV hierher, oder wählen Sie eine.', choose: 'Datei auswählen', file: 'CSV-Datei', template: 'Vorlage', back: 'Zurück zu den Produkten',
    text: 'Eine Zeile ist eine Variante, wie im Export. Die Datei wird zuerst geprüft; gespeichert wird erst, wenn Sie es sagen.',
    checking: '%{rows} Zeilen werden geprüft…', saving: '%{rows} Zeilen werden gespeichert…', stop: 'Abbrechen',
    stopped: 'Abgebrochen. Was bis dahin gespeichert wurde, bleibt; ein neuer Import derselben Datei speichert den Rest.',
    wouldDo: 'Das würde der Import tun:', did: 'Der Import ist fertig:', nothing: 'Die Datei ändert nichts: Alles darin ist schon so.',
    counts: { created: 'neue Produkte', updated: 'geänderte Produkte', unchanged: 'unveränderte Produkte', failed: 'fehlerhafte Zeilen' },
    import: 'Jetzt importieren', failedRows: 'Fehlerhafte Zeilen als CSV', errors: 'Was nicht stimmt', first: 'Die ersten 1.000 werden gezeigt.',
    line: 'Zeile', column: 'Spalte', fault: 'Was nicht stimmt', code: 'Code', detail: 'Erklärung', reason: 'Grund',
    notText: 'Diese Datei ist nicht in UTF-8; ihre Umlaute lassen sich so nicht lesen. Speichern Sie sie als „CSV UTF-8“, oder lassen Sie sie als Windows-1252 lesen.',
    windows: 'Als Windows-1252 lesen', tooLarge: 'Die Datei ist größer als 32 MB. Teilen Sie sie.', empty: 'Die Datei ist leer.',
  },
  counting: {
    search: 'Produkt oder Artikelnummer',
    title: 'Zählen', product: 'Produkt', of: 'Im Regal: %{sku}', save: 'Enter speichert, Escape nimmt es zurück.', wrong: 'Bitte eine ganze Zahl.',
    scan: 'Artikelnummer scannen oder tippen', number: 'Gezählt', unknown: 'Keine Variante hat die Artikelnummer %{sku}.', found: '%{name}: %{onHand} im Regal, %{reserved} reserviert.',
    help: 'Artikelnummer, Enter, Anzahl, Enter. Oder Zeilen einer Tabelle einfügen: Artikelnummer und Anzahl.', noNumber: '%{sku}: In der Zeile steht keine Anzahl.', tooMany: 'Höchstens %{most} Zeilen auf einmal.', latest: 'Zuletzt gezählt', was: '%{sku}: %{before} → %{after}', refused: '%{sku}: %{why}', reserved: 'Für Bestellungen reserviert: %{reserved}.',
    actor: 'Von', buyer: 'Kunde', system: 'der Dienst', key: 'ein API-Schlüssel', staff: 'Mitarbeiter', you: 'Sie',
  },
  promoting: {
    off: { button: 'Abschalten', title: '%{code} abschalten?', text: 'Warenkörbe mit dem Code verlieren den Rabatt sofort. Bestellungen behalten ihn.', done: '%{code} ist aus.' },
    example: 'Von einem Warenkorb über %{cart} zieht er %{off} ab: %{pay} bleiben.', tabs: { all: 'Alle', true: 'Aktiv', false: 'Aus' }, search: 'Code',
    searchMethod: 'Name',
  },
  editor: {
    saveChosen: 'Auswahl speichern', takeTheirs: 'Andere übernehmen', keepMine: 'Meine behalten', back: 'Zurück zum Produkt', quick: 'Schnell bearbeiten',
    tabs: { basics: 'Grundlagen', variants: 'Varianten', images: 'Bilder', history: 'Verlauf' },
    new: 'Neues Produkt', save: 'Speichern', saved: '%{name} ist gespeichert.', undo: 'Änderungen verwerfen', unsaved: 'Es gibt ungespeicherte Änderungen.', faults: '%{smart_count} Feld stimmt nicht. |||| %{smart_count} Felder stimmen nicht.',
    name: 'Name', status: 'Status', none: 'Keine', archived: 'Dieses Produkt ist archiviert: Es wird nicht verkauft.', duplicate: 'Duplizieren', copyOf: 'Kopie von %{name}',
    option: 'Option', optionName: 'Name der Option', values: 'Werte', valuesHelp: 'Geben Sie Werte mit Kommas dazwischen ein und drücken Sie Enter.', addOption: 'Option hinzufügen', removeOption: 'Option %{name} entfernen', remove: '%{name} entfernen',
    price: 'Preis', compareAt: 'Vergleichspreis', weight: 'Gewicht (g)', tiers: 'Preise ab einer Menge', from: 'Ab', addTier: 'Preis für eine Menge hinzufügen', addVariant: 'Variante hinzufügen', variant: 'Variante %{number}',
    tierFaults: { quantity: 'Mengen müssen ganz sein und steigen.', price: 'Preise müssen fallen.' }, range: '%{from}–%{to}: %{price}', rangeOpen: 'ab %{from}: %{price}', preview: 'Großhandelskonten zahlen je Stück:',
    url: 'Adresse (https)', alt: 'Was das Bild zeigt', addImage: 'Bild hinzufügen', up: '%{name} nach oben', down: '%{name} nach unten', picture: 'Bild %{number}', noImages: 'Noch gibt es kein Bild.', main: 'Hauptbild', makeMain: 'Zum Hauptbild machen', dragHelp: 'Ziehen Sie ein Bild an eine andere Stelle. Das erste ist das Hauptbild im Shop.',
    leaveOut: {
      button: 'Weglassen', title: '%{smart_count} Variante weglassen? |||| %{smart_count} Varianten weglassen?',
      text: 'Sie wird nicht mehr verkauft, sobald das Produkt gespeichert ist. Bestellungen behalten sie, und ihr Bestand bleibt bei ihrer Artikelnummer. |||| Sie werden nicht mehr verkauft, sobald das Produkt gespeichert ist. Bestellungen behalten sie, und ihr Bestand bleibt bei ihren Artikelnummern.',
    },
    when: 'Wann', what: 'Was', who: 'Wer', noHistory: 'Noch ist nichts geschehen.',
  },
};
