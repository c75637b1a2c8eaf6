import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Synonyme', edit: 'Synonyme bearbeiten', done: 'Die Synonyme sind gespeichert. Die Suche folgt sofort.',
  text: 'Was eine Suche noch sucht: Wer nach einem Wort fragt, findet auch die anderen.',
  groups: 'Gleiche Wörter', groupsText: 'Jedes Wort einer Zeile findet die anderen.',
  groupsHelp: 'Eine Zeile für jede Gruppe, mit Kommas zwischen den Wörtern: Sofa, Couch, Diwan',
  rules: 'In einer Richtung', rulesText: 'Ein Wort findet andere, die es nicht finden.',
  rulesHelp: 'Eine Zeile für jedes Wort, dahinter nach => was es findet: Sneaker => Schuh, Stiefel',
  none: 'Noch keine.', line: 'Zeile %{number}: %{fault}', more: 'und %{number} weitere Zeilen',
};
