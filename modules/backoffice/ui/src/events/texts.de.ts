import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Ereignisse', empty: 'Noch ist nichts geschehen.', key: 'Schlüssel', actor: 'Wer',
  requestId: 'Nummer der Anfrage', payload: 'Inhalt', show: 'Zeigen', ofRequest: 'Alles aus dieser Anfrage',
  ofKey: 'Alles hierzu', personal: 'personenbezogene Daten', name: 'Ereignis',
  sessions: 'Auch Anmeldungen und Verlängerungen',
  dead: {
    title: 'Steckengeblieben',
    empty: 'Nichts ist steckengeblieben. Hier erscheinen Ereignisse, die ein Verarbeiter aufgegeben hat.',
    consumer: 'Verarbeiter', error: 'Fehler', waiting: 'Wartet dahinter', died: 'Aufgegeben', consumers: 'Verarbeiter',
    pending: 'Wartet', dead: 'Steckt fest', lag: 'Rückstand', seconds: '%{seconds} s',
    allWell: 'Alle Verarbeiter sind auf dem neuesten Stand.', more: 'Alle Verarbeiter',
    retry: {
      button: 'Noch einmal', title: 'Dieses Ereignis noch einmal versuchen?',
      text: '%{consumer} bekommt es noch einmal, und danach, was dahinter wartet.',
      done: 'Es wird noch einmal versucht.',
      not_found: 'Es steckt nicht mehr fest: Jemand hat es schon noch einmal versucht.',
    },
    retryAll: {
      button: 'Alle noch einmal', title: 'Alle von %{consumer} noch einmal versuchen?',
      text: '%{consumer} bekommt %{count} Ereignisse noch einmal, und danach, was dahinter wartet.',
      done: '%{smart_count} Ereignis wird noch einmal versucht. |||| %{smart_count} Ereignisse werden noch einmal ' +
        'versucht.',
      none: 'Davon steckt nichts mehr fest: Jemand hat es schon noch einmal versucht.',
    },
  },
};
