import { remove } from '../ui/texts.de';
import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Attribute', empty: 'Attribute sagen mehr über Waren: ihre Röstung, ihre Größe. Legen Sie hier das erste an.', new: 'Neues Attribut',
  code: 'Code', codeHelp: 'Kleinbuchstaben und Ziffern, dazwischen - und _. So nennen es Dateien und Adressen; er ändert sich nie.',
  kind: 'Art', kinds: { text: 'Text', number: 'Zahl', choice: 'Auswahl', boolean: 'Ja oder nein', date: 'Datum' },
  label: 'Name des Attributs', unit: 'Einheit', unitHelp: 'Hinter der Zahl: g, cm, °C.',
  choices: 'Auswahl', choice: 'Auswahlwert %{number}', value: 'Wert', valueHelp: 'So nennen ihn Dateien und Adressen.', choiceName: 'Beschriftung',
  addChoice: 'Auswahlwert hinzufügen', removeChoice: 'Auswahlwert %{name} entfernen', numberOf: '%{smart_count} Auswahlwert |||| %{smart_count} Auswahlwerte',
  facet: 'Filter in Listen', facetHelp: 'Für Zahlen, Auswahl und ja oder nein.', searchable: 'Über die Suche zu finden', shown: 'Im Shop zu sehen',
  position: 'Position', positionHelp: 'Niedrigere stehen zuerst; gleiche nach dem Code.', changed: 'Geändert', uses: 'Verwendung',
  remove: remove('Attribut'),
};
