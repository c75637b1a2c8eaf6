import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Zahlungsaufgaben', empty: 'Hier erscheint, was der Zahlungsanbieter tun soll, etwa eine Erstattung.',
  kind: 'Aufgabe',
  retry: {
    button: 'Noch einmal fragen', title: 'Den Zahlungsanbieter noch einmal fragen?',
    text: 'Er wird sofort gefragt. Was er schon getan hat, tut er nicht zweimal.',
    done: 'Der Zahlungsanbieter wird noch einmal gefragt.',
    invalid_transition: 'Es ist nichts mehr zu fragen: Das ist erledigt, oder die Bestellung ist weiter. Sie sehen ' +
      'den jetzigen Stand.',
  },
  states: { queued: 'Wartet', done: 'Erledigt', failed: 'Fehlgeschlagen' },
  kinds: { intent: 'Zahlung beginnen', cancel: 'Zahlung abbrechen', refund: 'Erstatten' },
};
