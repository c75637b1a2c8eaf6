import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Mails', empty: 'Mails an Kunden und Mitarbeiter erscheinen hier, sobald eine geschrieben ist.', kind: 'Mail',
  to: 'An', anyKind: 'Jede Mail', counted: '%{state} (%{count})', text: 'Text', sent: 'Gesendet',
  erased: 'Der Empfänger wurde gelöscht; von dieser Mail ist nichts übrig.',
  masked: 'Codes und Links, die nur der Empfänger benutzen darf, sind verdeckt.', none: 'Noch keine Mail.',
  retry: {
    button: 'Noch einmal senden', title: 'Diese Mail noch einmal senden?', text: 'Sie geht noch einmal an %{to}.',
    done: 'Die Mail ist unterwegs.',
    precondition_failed: 'Jemand hat diese Mail schon noch einmal gesendet; ein weiteres Mal geht sie nicht hinaus.',
  },
  retryAll: {
    button: 'Alle fehlgeschlagenen noch einmal senden', title: 'Alle fehlgeschlagenen Mails noch einmal senden?',
    text: 'Jede geht noch einmal an ihren Empfänger.',
    done: '%{smart_count} Mail ist unterwegs. |||| %{smart_count} Mails sind unterwegs.',
    none: 'Keine Mail ist mehr fehlgeschlagen: Jemand hat sie schon noch einmal gesendet.',
  },
  states: { queued: 'Wartet', sent: 'Gesendet', failed: 'Fehlgeschlagen' },
};
