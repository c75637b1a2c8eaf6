import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Widerrufe', one: 'Widerruf', none: 'Diesen Widerruf gibt es nicht.', search: 'Bestellung, Name oder E-Mail',
  empty: 'Wer einen Vertrag widerruft, an der Bestellung oder nur mit ihrer Nummer, erscheint hier.',
  received: 'Eingegangen', due: 'Geld fällig bis', amount: 'Erstattung', declared: 'Was erklärt wurde',
  number: 'Bestellnummer', name: 'Name', email: 'E-Mail', goods: 'Ware', all: 'Die ganze Bestellung',
  effect: 'Was daraus wurde', order: 'Bestellung', suggested: 'Nummer und E-Mail passen zu', units: 'Stück',
  return: 'Retoure', toReturn: 'Die Ware kommt zurück', reason: 'Warum nicht anerkannt',
  states: {
    received: 'Eingegangen', matched: 'Zugeordnet', contested: 'Nicht anerkannt', settled: 'Abgeschlossen',
    overdue: 'Überfällig',
  },
  match: {
    button: 'Zuordnen', title: 'Um welche Bestellung geht es?',
    text: 'Eine noch nicht versandte Bestellung wird dadurch storniert. Sonst kommt die Ware ohne weitere Entscheidung zurück.',
    about: '%{name}, %{total}', all: 'Alles, was widerrufen werden kann', parts: 'Nur einen Teil',
    ordered: 'von %{quantity}', done: 'Der Widerruf ist der Bestellung %{number} zugeordnet.',
  },
  contest: {
    button: 'Nicht anerkennen', title: 'Diesen Widerruf nicht anerkennen?', field: 'Grund',
    text: 'Ihr Grund wird gemailt. Eine Retoure, die dazugehört, wird abgelehnt.',
    done: 'Der Widerruf ist nicht anerkannt.',
    invalid_transition: 'Über diesen Widerruf hat schon jemand entschieden. Sie sehen den jetzigen Stand.',
  },
};
