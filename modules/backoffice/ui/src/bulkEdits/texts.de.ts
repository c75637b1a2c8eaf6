import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Sammeländerungen', none: 'Diese Sammeländerung gibt es nicht.', empty: 'Was an vielen Produkten auf einmal geändert wurde, steht hier 90 Tage lang.',
  action: 'Was', changed: 'Geändert', failed: 'Fehlgeschlagen', actor: 'Von', counts: '%{changed} von %{total}', undoOf: 'Rückgängig: %{text}', open: 'Öffnen',
  results: 'Produkte', noResults: 'Es gibt keine.', why: 'Warum',
  someFailed: '%{smart_count} Produkt wurde nicht geändert. |||| %{smart_count} Produkte wurden nicht geändert.',
  dialog: {
    button: 'Ändern…', title: 'Viele Produkte ändern', start: 'Beginnen', of: 'Produkte', kind: 'Änderung', percent: 'Prozent',
    chosen: 'das gewählte |||| die %{smart_count} gewählten',
    matching: 'das %{smart_count}, auf das die Filter zutreffen |||| alle %{smart_count}, auf die die Filter zutreffen',
    percentHelp: 'Mit einer Nachkommastelle; unter 0 senkt die Preise. Ein halber Cent wird aufgerundet.', wholesalePrices: 'Auch die Großhandelspreise',
    attribute: 'Attribut', values: 'Werte', valuesHelp: 'Wie der Dienst sie speichert: die einer Auswahl, eine Zahl wie 12.5, true oder false.',
    tags: 'Schlagwörter', started: 'Die Änderung von %{smart_count} Produkt hat begonnen. |||| Die Änderung von %{smart_count} Produkten hat begonnen.',
    taxClasses: { standard: 'normal', reduced: 'ermäßigt', zero: 'keine' }, category: 'Kategorie', taxClass: 'USt.-Klasse',
    kinds: {
      publish: 'Veröffentlichen', archive: 'Archivieren', change_prices: 'Preise erhöhen oder senken', add_category: 'In eine Kategorie aufnehmen',
      remove_category: 'Aus einer Kategorie nehmen', set_tax_class: 'USt.-Klasse setzen', set_attribute: 'Attribut setzen',
      remove_attribute: 'Attribut entfernen', add_tags: 'Schlagwörter ergänzen', remove_tags: 'Schlagwörter entfernen',
    },
  },
  states: { running: 'Läuft', done: 'Fertig' },
  outcomes: { pending: 'Wartet', changed: 'Geändert', unchanged: 'War schon so', changed_since: 'Seither geändert', failed: 'Fehlgeschlagen' },
  facts: {
    title: 'Was daraus wurde', changed: 'Geändert', unchanged: 'Waren schon so', changedSince: 'Belassen, weil seither geändert', failed: 'Fehlgeschlagen',
    actor: 'Von', createdAt: 'Begonnen', undoOf: 'Macht rückgängig', undoneBy: 'Rückgängig gemacht von',
  },
  undo: {
    button: 'Rückgängig machen',
    title: 'Die Änderung an %{smart_count} Produkt rückgängig machen? |||| Die Änderung an %{smart_count} Produkten rückgängig machen?',
    text: 'Es bekommt seinen früheren Wert, wenn es seither nicht geändert wurde. |||| Sie bekommen ihre früheren Werte, außer denen, die seither geändert wurden.',
    done: 'Das Rückgängigmachen hat begonnen.',
  },
  goOn: {
    button: 'Fehlgeschlagene noch einmal', title: 'Die Änderung an %{smart_count} fehlgeschlagenen Produkt rückgängig machen? |||| Die Änderung an %{smart_count} fehlgeschlagenen Produkten rückgängig machen?',
    text: 'Was im Weg stand, sollte zuvor behoben sein: Es steht unten in der Liste. |||| Was im Weg stand, sollte zuvor behoben sein: Es steht unten in der Liste.',
    done: 'Das Rückgängigmachen geht weiter.',
  },
};
