import type { texts as en } from './texts.en';

export const texts: typeof en = {
  search: 'Bestellung, Name oder E-Mail', customer: 'Kunde', age: 'Wartet seit', title: 'Retouren',
  deduction: 'Abgezogen', one: 'Retoure', none: 'Diese Retoure gibt es nicht.',
  empty: 'Kunden melden eine Retoure an ihrer Bestellung an; sie erscheint hier.', items: 'Ware', reason: 'Grund',
  asked: 'Angemeldet', amount: 'Erstattung', rejection: 'Warum abgelehnt', ordered: 'von %{quantity}',
  approve: {
    button: 'Annehmen', title: 'Diese Retoure annehmen?',
    text: 'Der Kunde erfährt, wohin er die Ware schickt. %{amount} werden erstattet, sobald sie ankommt.',
    done: 'Die Retoure ist angenommen.',
    invalid_transition: 'Über diese Retoure hat schon jemand entschieden. Sie sehen den jetzigen Stand.',
  },
  reject: {
    button: 'Ablehnen', title: 'Diese Retoure ablehnen?', text: 'Der Kunde liest Ihren Grund.',
    done: 'Die Retoure ist abgelehnt.',
    invalid_transition: 'Über diese Retoure hat schon jemand entschieden. Sie sehen den jetzigen Stand.',
  },
  receive: {
    button: 'Ware ist da', title: 'Ist die Ware angekommen?',
    text: 'Sie geht zurück in den Bestand, und %{amount} werden erstattet.',
    done: 'Die Ware ist zurück, und die Erstattung von %{amount} ist unterwegs.',
    invalid_transition: 'Diese Ware hat schon jemand angenommen.',
  },
  states: { requested: 'Angemeldet', approved: 'Angenommen', rejected: 'Abgelehnt', received: 'Angekommen' },
  receiving: {
    came: '%{received} angekommen, %{restocked} zurück im Bestand',
    text: 'Bis zu %{amount} werden erstattet. Sagen Sie, was angekommen ist und was sich wieder verkaufen lässt.',
    announced: 'von %{quantity} angekündigten', restock: 'Zurück in den Bestand',
    deduct: 'Von der Erstattung abziehen, in EUR', deductHelp: 'Zum Beispiel für Schäden. Leer: nichts.',
    deductWhy: 'Warum abgezogen wird',
  },
  open: {
    button: 'Retoure eröffnen', title: 'Was kommt von Bestellung %{number} zurück?',
    text: 'Für Kunden, die anrufen: Die Retoure ist sofort genehmigt, und die Mail sagt, wohin die Ware geht.',
    done: 'Die Retoure ist eröffnet und genehmigt.',
  },
};
