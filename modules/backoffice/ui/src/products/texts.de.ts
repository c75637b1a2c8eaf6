import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Produkte', none: 'Dieses Produkt gibt es nicht.',
  empty: 'Hier steht, was der Shop verkauft. Legen Sie das erste Produkt an, oder importieren Sie viele aus einer ' +
    'Datei.',
  search: 'Name oder Artikelnummer', brand: 'Marke', variants: 'Varianten', from: 'Ab', basics: 'Grundlagen',
  description: 'Beschreibung', categories: 'Kategorien', tax: 'USt.', options: 'Optionen', wholesale: 'Großhandel',
  inShop: 'Im Shop öffnen', changed: 'Geändert', export: 'Exportieren',
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
  filters: { brand: 'Marke', category: 'Kategorie', tax: 'USt.-Klasse', stock: 'Bestand' },
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
    saved: '%{name} ist gespeichert.', undo: 'Änderungen verwerfen', unsaved: 'Es gibt ungespeicherte Änderungen.',
    faults: '%{smart_count} Feld stimmt nicht. |||| %{smart_count} Felder stimmen nicht.', none: 'Keine',
    archived: 'Dieses Produkt ist archiviert: Es wird nicht verkauft.', duplicate: 'Duplizieren',
    copyOf: 'Kopie von %{name}', option: 'Option', optionName: 'Name der Option', values: 'Werte',
    valuesHelp: 'Geben Sie Werte mit Kommas dazwischen ein und drücken Sie Enter.', addOption: 'Option hinzufügen',
    removeOption: 'Option %{name} entfernen', remove: '%{name} entfernen', price: 'Preis', compareAt: 'Vergleichspreis',
    weight: 'Gewicht (g)', tiers: 'Preise ab einer Menge', from: 'Ab', addTier: 'Preis für eine Menge hinzufügen',
    variant: 'Variante %{number}', range: '%{from}–%{to}: %{price}', rangeOpen: 'ab %{from}: %{price}',
    preview: 'Großhandelskonten zahlen je Stück:', url: 'Adresse (https)', alt: 'Was das Bild zeigt',
    addImage: 'Bild hinzufügen', up: '%{name} nach oben', down: '%{name} nach unten', picture: 'Bild %{number}',
    noImages: 'Noch gibt es kein Bild.', main: 'Hauptbild', makeMain: 'Zum Hauptbild machen',
    dragHelp: 'Ziehen Sie ein Bild an eine andere Stelle. Das erste ist das Hauptbild im Shop.', when: 'Wann',
    what: 'Was', who: 'Wer', noHistory: 'Noch ist nichts geschehen.',
    tabs: { basics: 'Grundlagen', variants: 'Varianten', images: 'Bilder', history: 'Verlauf' },
    tierFaults: { quantity: 'Mengen müssen ganz sein und steigen.', price: 'Preise müssen fallen.' },
    leaveOut: {
      button: 'Weglassen', title: '%{smart_count} Variante weglassen? |||| %{smart_count} Varianten weglassen?',
      text: 'Sie wird nicht mehr verkauft, sobald das Produkt gespeichert ist. Bestellungen behalten sie, und ihr ' +
        'Bestand bleibt bei ihrer Artikelnummer. |||| Sie werden nicht mehr verkauft, sobald das Produkt ' +
        'gespeichert ist. Bestellungen behalten sie, und ihr Bestand bleibt bei ihren Artikelnummern.',
    },
  },
  stockLevels: { low: 'Wenig', out: 'Ausverkauft' },
};
