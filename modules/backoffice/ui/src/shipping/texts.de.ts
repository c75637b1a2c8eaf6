import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  title: 'Versandarten', empty: 'Ohne Versandart kann niemand bestellen; legen Sie hier eine an.',
  new: 'Neue Versandart', noSuch: 'Diese Versandart gibt es nicht.', basics: 'Grundlagen', countries: 'Länder',
  countriesHelp: 'Keines heißt: jedes Land.', price: 'Preis in EUR', priceHelp: 'Für jedes Paket, außer die Versandart hat eine Preistabelle.',
  freeFrom: 'Frei ab (EUR)', minDays: 'Tage mindestens', maxDays: 'Tage höchstens', days: 'Tage', on: 'aktiv',
  off: 'aus', active: 'Aktiv', remove: remove('Versandart'), tabs: { all: 'Alle', true: 'Aktiv', false: 'Aus' },
  kind: 'Art', kindHelp: 'Abholung: Käufer holen die Ware bei der Adresse des Verkäufers ab, kostenlos.',
  kinds: { delivery: 'Lieferung', pickup: 'Abholung' }, texts: 'Was Käufer lesen', byTable: '%{smart_count} Preis |||| %{smart_count} Preise',
  pickup: 'Käufer holen die Ware bei der Adresse des Verkäufers ab (Einstellungen), kostenlos. Es wird angeboten, sobald es eine gibt.',
  rates: {
    title: 'Preise', row: 'Zeile', countries: 'Länder', postalPrefixes: 'Postleitzahlen, die so beginnen', fromGrams: 'Ab Gewicht (g)',
    fromGoods: 'Ab Warenwert (EUR)', price: 'Preis (EUR)', cell: '%{cell}, Zeile %{number}',
    text: 'Von den Zeilen, die passen, zählt die mit dem längsten Anfang der Postleitzahl, dann eine, die das Land nennt, dann der höchste ' +
      'Warenwert, dann das höchste Gewicht. Passt keine, wird die Versandart nicht angeboten.',
    blank: { countries: 'alle', postalPrefixes: 'alle', fromGrams: '0', fromGoods: '0', price: '' },
    none: 'Jedes Paket kostet gleich viel. Fügen Sie Preise hinzu, wenn es auf Land, Postleitzahl, Gewicht oder Warenwert ankommt: Sie gelten ' +
      'dann statt des einen.',
    add: 'Zeile hinzufügen', sort: 'Sortieren', copy: 'Zeile %{number} kopieren', remove: 'Zeile %{number} entfernen', save: 'Preise speichern',
    saved: 'Gespeichert: %{smart_count} Zeile. |||| Gespeichert: %{smart_count} Zeilen.',
    conflict: 'Jemand anderes hat die Preise geändert, seit Sie sie geöffnet haben. Dort steht jetzt %{smart_count} Zeile. |||| Jemand anderes ' +
      'hat die Preise geändert, seit Sie sie geöffnet haben. Dort stehen jetzt %{smart_count} Zeilen.',
    theirs: 'Andere übernehmen', mine: 'Meine behalten',
  },
  file: {
    button: 'CSV importieren', help: 'Eine Datei ersetzt die ganze Tabelle. Ihre Spalten sind die des Exports.',
    unsaved: 'Speichern oder verwerfen Sie die Änderungen, bevor eine Datei die Tabelle ersetzt.',
  },
  trial: {
    title: 'Ausprobieren', text: 'Was kostet ein Paket? Es gelten die Preise, wie sie oben stehen, gespeichert oder nicht.', country: 'Nach',
    postalCode: 'Postleitzahl', grams: 'Gewicht der Ware (g)', goods: 'Warenwert (EUR)', wrong: 'Geben Sie Gewicht und Warenwert als Zahlen ein.',
    price: 'Es kostet %{price}.', byRow: 'Es kostet %{price}, nach Zeile %{number}.', free: 'Es kostet nichts: Der Warenwert ist hoch genug.',
    not: { country: 'Nicht angeboten: Die Versandart geht nicht dorthin.', row: 'Nicht angeboten: Keine Zeile passt.' },
    packaging: 'Die Verpackung wiegt %{grams} g (Einstellungen).', asksCode: 'Hier hängen Preise von der Postleitzahl ab.',
  },
};
