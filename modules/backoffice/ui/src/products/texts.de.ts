import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Produkte', none: 'Dieses Produkt gibt es nicht.',
  empty: 'Hier steht, was der Shop verkauft. Legen Sie das erste Produkt an, oder importieren Sie viele aus einer ' +
    'Datei.',
  search: 'Name, Artikelnummer, Schlagwort oder Strichcode', brand: 'Marke', variants: 'Varianten', from: 'Ab', basics: 'Grundlagen',
  description: 'Beschreibung', categories: 'Kategorien', tax: 'USt.', options: 'Optionen', wholesale: 'Großhandel',
  inShop: 'Im Shop öffnen',
  preview: { make: 'Vorschau im Shop', open: 'Vorschau öffnen (30 Minuten)', none: 'Der Dienst hat keine eigenen Seiten: Es gibt keine Vorschau.' }, changed: 'Geändert', export: 'Exportieren',
  publish: {
    button: 'Veröffentlichen', title: '%{name} veröffentlichen?', text: 'Alle sehen es im Shop.',
    done: '%{name} ist im Shop.',
  },
  unpublish: {
    button: 'Aus dem Shop nehmen', title: '%{name} aus dem Shop nehmen?', text: 'Es wird zum Entwurf.',
    done: '%{name} ist ein Entwurf.',
  },
  archive: {
    button: 'Archivieren', title: '%{name} archivieren?', text: 'Es verlässt den Shop. Bestellungen behalten es.',
    done: '%{name} ist archiviert.',
  },
  import: { button: 'Importieren' }, states: { draft: 'Entwurf', active: 'Im Shop', archived: 'Archiviert' },
  taxClasses: { standard: 'normal', reduced: 'ermäßigt', zero: 'keine' },
  filters: { brand: 'Marke', category: 'Kategorie', tax: 'USt.-Klasse', stock: 'Bestand', tag: 'Schlagwort' },
  bulk: {
    publish: {
      button: 'Veröffentlichen',
      title: '%{smart_count} Produkt veröffentlichen? |||| %{smart_count} Produkte veröffentlichen?',
      text: 'Alle sehen es im Shop. |||| Alle sehen sie im Shop.',
    },
    archive: {
      button: 'Archivieren', title: '%{smart_count} Produkt archivieren? |||| %{smart_count} Produkte archivieren?',
      text: 'Es verlässt den Shop. Bestellungen behalten es. |||| Sie verlassen den Shop. Bestellungen behalten sie.',
    },
  },
  editor: {
    saveChosen: 'Auswahl speichern', takeTheirs: 'Andere übernehmen', keepMine: 'Meine behalten',
    back: 'Zurück zum Produkt', quick: 'Schnell bearbeiten', new: 'Neues Produkt', save: 'Speichern',
    saved: '%{name} ist gespeichert.',
    faults: '%{smart_count} Feld stimmt nicht. |||| %{smart_count} Felder stimmen nicht.', none: 'Keine',
    archived: 'Dieses Produkt ist archiviert: Es wird nicht verkauft.', duplicate: 'Duplizieren',
    copyOf: 'Kopie von %{name}', option: 'Option', optionName: 'Name der Option', values: 'Werte',
    valuesHelp: 'Geben Sie Werte mit Kommas dazwischen ein und drücken Sie Enter.', addOption: 'Option hinzufügen',
    removeOption: 'Option %{name} entfernen', remove: '%{name} entfernen', price: 'Preis', compareAt: 'Vergleichspreis',
    compareAtKind: 'Womit verglichen wird', compareAtKinds: { was: 'Früherer Preis', rrp: 'UVP' },
    lowest: 'Ermäßigt seit %{since}. Niedrigster Preis der 30 Tage davor: %{price}. Ein höherer wird nicht gezeigt.',
    noLowest: 'Ermäßigt seit %{since}. In den 30 Tagen davor wurde es nicht verkauft.', content: 'Inhalt', unit: 'Einheit',
    weight: 'Gewicht (g)', gtin: 'Strichcode (GTIN)', tiers: 'Preise ab einer Menge', from: 'Ab', addTier: 'Preis für eine Menge hinzufügen',
    variant: 'Variante %{number}', range: '%{from}–%{to}: %{price}', rangeOpen: 'ab %{from}: %{price}',
    preview: 'Großhandelskonten zahlen je Stück:', url: 'Adresse (https)', alt: 'Was das Bild zeigt',
    addImage: 'Bild hinzufügen', picture: 'Bild %{number}', shownBy: 'Bild', first: 'Das Hauptbild',
    noImages: 'Noch gibt es kein Bild.', main: 'Hauptbild', makeMain: 'Zum Hauptbild machen',
    dragHelp: 'Ziehen Sie ein Bild an eine andere Stelle. Das erste ist das Hauptbild im Shop.', when: 'Wann',
    what: 'Was', who: 'Wer', noHistory: 'Noch ist nichts geschehen.',
    tabs: { basics: 'Grundlagen', variants: 'Varianten', attributes: 'Attribute', images: 'Bilder', search: 'Suche und Feeds', legal: 'Hersteller und Sicherheit', related: 'Daneben', history: 'Verlauf' },
    tierFaults: { quantity: 'Mengen müssen ganz sein und steigen.', price: 'Preise müssen fallen.' },
    leaveOut: {
      button: 'Weglassen', title: '%{smart_count} Variante weglassen? |||| %{smart_count} Varianten weglassen?',
      text: 'Sie wird nicht mehr verkauft, sobald das Produkt gespeichert ist. Bestellungen behalten sie, und ihr ' +
        'Bestand bleibt bei ihrer Artikelnummer. |||| Sie werden nicht mehr verkauft, sobald das Produkt ' +
        'gespeichert ist. Bestellungen behalten sie, und ihr Bestand bleibt bei ihren Artikelnummern.',
    },
  },
  legal: {
    withdrawal: 'Widerrufsrecht', withdrawalHelp: 'Versiegelte Ware ist nicht ausgeschlossen: Ihr Recht endet, wenn das Siegel bricht.',
    exclusions: { none: 'Besteht', perishable: 'Keines: verdirbt schnell', made_to_order: 'Keines: nach Kundenwunsch angefertigt' },
    manufacturer: 'Hersteller', manufacturerHelp: 'Die Produktsicherheitsverordnung der EU verlangt ihn, mit Anschrift und E-Mail-Adresse oder Website.',
    responsible: 'Verantwortlich in der EU', responsibleHelp: 'Wenn der Hersteller nicht in der EU ist.',
    name: 'Name', address: 'Anschrift', contact: 'E-Mail-Adresse oder Website', safety: 'Warnungen und Sicherheitshinweise',
    note: 'Text %{number}', language: 'Sprache', languages: { en: 'Englisch', de: 'Deutsch' }, addNote: 'Text hinzufügen',
  },
  found: {
    tags: 'Schlagwörter', tagsHelp: 'Wörter, nach denen Listen gefiltert werden und die Suchen finden. Geben Sie sie mit Kommas dazwischen ein und drücken Sie Enter.',
    engines: 'Suchmaschinen', title: 'Titel für Suchmaschinen', titleHelp: 'Anstelle des Namens. %{count} von etwa %{most} Zeichen, die gezeigt werden.',
    description: 'Beschreibung für Suchmaschinen', descriptionHelp: 'Anstelle des Anfangs der Beschreibung. %{count} von etwa %{most} Zeichen, die gezeigt werden.',
    mpn: 'Herstellernummer (MPN)', mpnHelp: 'Daran erkennen Marktplätze ein Produkt, wenn es keinen Strichcode hat.',
    condition: 'Zustand', conditions: { new: 'Neu', refurbished: 'Generalüberholt', used: 'Gebraucht' },
  },
  attributes: { none: 'Es gibt noch keine Attribute. Sie werden unter „Attribute“ angelegt.', of: 'Von', product: 'Das Produkt', notSet: 'Nicht gesetzt' },
  stockLevels: { low: 'Wenig', out: 'Ausverkauft' },
  related: {
    text: 'Was der Shop neben dem Produkt zeigt. Was oft mit ihm gekauft wird, findet er selbst.', edit: 'Ändern', title: 'Was daneben steht',
    accessories: 'Zubehör', similar: 'Ähnliche Produkte', replaces: 'Ersetzt', saved: 'Was daneben steht, ist gespeichert.',
    help: { accessories: 'Was dazu passt.', similar: 'Was stattdessen geht.', replaces: 'Was es ablöst.' },
  },
};
