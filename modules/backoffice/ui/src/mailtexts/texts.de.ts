import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Mailtexte',
  text: 'Was Mails statt ihres eigenen Betreffs und ersten Absatzes sagen, in jeder Sprache des Shops. Codes, Tabellen und Links bleiben. Absender, Farbe und Fußzeilen stehen in den Einstellungen.',
  kind: 'Mail', order: 'Vorschau mit', madeUp: 'Eine erfundene Bestellung', usual: '%{kind}', own: '%{kind} (eigene Worte)',
  languages: { en: 'Englisch', de: 'Deutsch' },
  subject: 'Betreff', intro: 'Erster Absatz', insert: 'An der Schreibmarke einfügen',
  help: { subject: 'Leer: der eigene der Mail.', intro: 'Statt des ersten Absatzes nach der Anrede. Leere Zeilen trennen Absätze. Leer: der eigene der Mail.' },
  saved: '%{kind}: gespeichert.', undo: 'Rückgängig',
  preview: 'Vorschau: %{kind}, %{language}', subjectIs: 'Betreff: %{subject}', plain: 'Als einfacher Text',
  theirs: 'Jemand anderes hat diese Worte inzwischen geändert:',
  test: {
    button: 'An mich senden', title: 'Eine Testmail senden?',
    text: '„%{kind}“ auf %{language} geht an Ihre eigene Adresse, so wie es gespeichert ist. Mit einer Bestellung hat sie Nummer, Artikel und Summen und nichts von deren Käufer.',
    done: 'Die Mail ist unterwegs an %{to}.',
  },
};
