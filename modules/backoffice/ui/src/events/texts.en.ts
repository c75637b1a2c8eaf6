export const texts = {
  title: 'Event log', empty: 'Nothing has happened yet.', key: 'Key', actor: 'Actor', requestId: 'Request id',
  payload: 'Content', show: 'Show', ofRequest: 'All of this request', ofKey: 'All about this',
  personal: 'personal data', name: 'Event', sessions: 'Also sign-ins and renewals',
  dead: {
    title: 'Stuck events', empty: 'Nothing is stuck. Events that a consumer has given up appear here.',
    consumer: 'Consumer', error: 'Error', waiting: 'Waiting behind it', died: 'Given up', consumers: 'Consumers',
    pending: 'Waiting', dead: 'Stuck', lag: 'Behind by', seconds: '%{seconds} s',
    allWell: 'All consumers are up to date.', more: 'All consumers',
    retry: {
      button: 'Try again', title: 'Try this event again?',
      text: '%{consumer} gets it once more, and then what waits behind it.', done: 'It is tried again.',
      not_found: 'It is not stuck any more: somebody has tried it again already.',
    },
    retryAll: {
      button: 'Try all again', title: 'Try all of %{consumer} again?',
      text: '%{consumer} gets %{count} events once more, and then what waits behind them.',
      done: '%{smart_count} event is tried again. |||| %{smart_count} events are tried again.',
      none: 'Nothing of it is stuck any more: somebody has tried it again already.',
    },
  },
};
