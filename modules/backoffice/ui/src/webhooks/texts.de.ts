import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  title: 'Webhooks', empty: 'Andere Systeme erfahren über Webhooks von jeder Bestellung; legen Sie hier einen an.',
  new: 'Neuer Webhook', url: 'Adresse', events: 'Ereignisse', eventsHelp: 'Namen, oder ein Anfang und *: ordering.*',
  description: 'Beschreibung', personalData: 'Mit personenbezogenen Daten', enabled: 'Eingeschaltet', pending: 'Wartet',
  secretOf: 'Geheimnis von %{url}', one: 'Webhook an %{host}', none: 'Diesen Webhook gibt es nicht.',
  lastAnswer: 'Letzter Erfolg', failingSince: 'Gestört seit', disabledAt: 'Abgeschaltet',
  oldSecretUntil: 'Das bisherige Geheimnis endet', deliveries: 'Zustellungen', remove: remove('Webhook'),
  disabledReasons: {
    admin: 'Jemand hat ihn angehalten.', gone: 'Der Empfänger antwortete, dass es ihn nicht mehr gibt (410).',
    failures: 'Der Empfänger hat drei Tage lang nicht geantwortet.',
  },
  pause: {
    button: 'Anhalten', title: 'Diesen Webhook anhalten?',
    text: 'Was wartet, bleibt; was inzwischen geschieht, wird nicht gesendet. Eine Wiederholung füllt die Lücke.',
    done: 'Er ist angehalten.',
  },
  resume: {
    button: 'Fortsetzen', title: 'Diesen Webhook fortsetzen?',
    text: 'Was wartet, wird jetzt gesendet, und auch, was noch kommt.', done: 'Er ist eingeschaltet.',
  },
  test: {
    button: 'Testen', title: 'Einen Test senden?', text: 'Ein Test geht jetzt an %{url}.', done: '',
    ok: 'Antwort %{status} nach %{ms} ms.', failed: 'Fehlgeschlagen: %{status}, nach %{ms} ms.',
  },
  rotate: {
    button: 'Neues Geheimnis', title: 'Ein neues Geheimnis?', text: '24 Stunden lang wird mit beiden unterschrieben.',
    done: 'Es gibt ein neues Geheimnis.',
  },
  states: { active: 'aktiv', failing: 'gestört', disabled: 'abgeschaltet' },
  delivery: {
    title: 'Webhook-Zustellungen', empty: 'Hier erscheint, was an Ihre Webhooks gesendet wird, mit den Antworten.',
    answer: 'Antwort', anyEndpoint: 'Alle Webhooks', request: 'Was gesendet wurde',
    notSent: 'Es gibt keinen Text: Noch wurde nichts gesendet, oder das Protokoll ist zu Ende.', log: 'Versuche',
    noAttempt: 'Noch keiner.', took: '%{ms} ms', next: 'Nächster Versuch', delivered: 'Zugestellt',
    ofKey: 'Alles hierzu',
    again: {
      button: 'Noch einmal senden', title: 'Dieses Ereignis noch einmal senden?',
      text: '%{type} wird noch einmal gesendet, mit derselben Kennung.', done: 'Es ist unterwegs.',
    },
  },
  replays: {
    title: 'Wiederholungen', empty: 'Noch wurde nichts wiederholt.', start: 'Wiederholen',
    startTitle: 'Frühere Ereignisse noch einmal senden?', from: 'Von', to: 'Bis', toHelp: 'Leer: bis jetzt.',
    events: 'Nur diese Ereignisse', eventsHelp: 'Leer: alle, von denen der Webhook erfährt.', queued: 'Ereignisse',
    done: 'Die Wiederholung hat begonnen.',
    stop: {
      button: 'Beenden', title: 'Die Wiederholung beenden?', text: 'Was schon unterwegs ist, wird noch gesendet.',
      done: 'Die Wiederholung läuft nicht mehr.',
    },
  },
  replayStates: { running: 'läuft', done: 'fertig', stopped: 'beendet' },
  deliveryErrors: {
    dns: 'Name nicht gefunden', connect: 'keine Verbindung', tls: 'keine sichere Verbindung',
    timeout: 'keine rechtzeitige Antwort', target_not_allowed: 'Adresse nicht erlaubt', status: 'abgelehnt',
  },
  deliveryStates: { queued: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen', cancelled: 'Abgebrochen' },
};
