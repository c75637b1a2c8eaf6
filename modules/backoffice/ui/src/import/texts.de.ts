import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Produkte importieren', drop: 'Ziehen Sie eine CSV hierher, oder wählen Sie eine.', choose: 'Datei auswählen',
  file: 'CSV-Datei', template: 'Vorlage', back: 'Zurück zu den Produkten',
  text: 'Eine Zeile ist eine Variante, wie im Export. Die Datei wird zuerst geprüft; gespeichert wird erst, wenn ' +
    'Sie es sagen.',
  checking: '%{rows} Zeilen werden geprüft…', saving: '%{rows} Zeilen werden gespeichert…', stop: 'Abbrechen',
  stopped: 'Abgebrochen. Was bis dahin gespeichert wurde, bleibt; ein neuer Import derselben Datei speichert den Rest.',
  wouldDo: 'Das würde der Import tun:', did: 'Der Import ist fertig:',
  nothing: 'Die Datei ändert nichts: Alles darin ist schon so.', import: 'Jetzt importieren',
  failedRows: 'Fehlerhafte Zeilen als CSV', errors: 'Was nicht stimmt', first: 'Die ersten 1.000 werden gezeigt.',
  line: 'Zeile', column: 'Spalte', fault: 'Was nicht stimmt', code: 'Code', detail: 'Erklärung', reason: 'Grund',
  notText: 'Diese Datei ist nicht in UTF-8; ihre Umlaute lassen sich so nicht lesen. Speichern Sie sie als „CSV ' +
    'UTF-8“, oder lassen Sie sie als Windows-1252 lesen.',
  windows: 'Als Windows-1252 lesen', tooLarge: 'Die Datei ist größer als 32 MB. Teilen Sie sie.',
  empty: 'Die Datei ist leer.',
  counts: {
    created: 'neue Produkte', updated: 'geänderte Produkte', unchanged: 'unveränderte Produkte',
    failed: 'fehlerhafte Zeilen',
  },
};
