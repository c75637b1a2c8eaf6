import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Webhooks', empty: 'Other systems hear of every order by a webhook; make one here.', new: 'New webhook',
  url: 'Address', events: 'Events', eventsHelp: 'Names, or a beginning and *: ordering.*', description: 'Description',
  personalData: 'With personal data', enabled: 'Enabled', pending: 'Waiting', secretOf: 'Secret of %{url}',
  one: 'Webhook to %{host}', none: 'There is no such webhook.', lastAnswer: 'Last success',
  failingSince: 'Failing since', disabledAt: 'Disabled', oldSecretUntil: 'The former secret ends',
  deliveries: 'Deliveries', remove: remove('webhook'),
  disabledReasons: {
    admin: 'Somebody paused it.', gone: 'The receiver answered that it is gone (410).',
    failures: 'The receiver did not answer for three days.',
  },
  pause: {
    button: 'Pause', title: 'Pause this webhook?',
    text: 'What waits stays; what happens meanwhile is not sent. A replay fills the gap.', done: 'It is paused.',
  },
  resume: {
    button: 'Resume', title: 'Resume this webhook?', text: 'What waits is sent now, and so is what comes.',
    done: 'It is enabled.',
  },
  test: {
    button: 'Test', title: 'Send a test?', text: 'A test goes to %{url} now.', done: '',
    ok: 'It answered %{status} after %{ms} ms.', failed: 'It failed: %{status}, after %{ms} ms.',
  },
  rotate: {
    button: 'New secret', title: 'Make a new secret?', text: 'Requests are signed with both for 24 hours.',
    done: 'There is a new secret.',
  },
  states: { active: 'active', failing: 'failing', disabled: 'disabled' },
  delivery: {
    title: 'Webhook deliveries', empty: 'What is sent to your webhooks appears here, with its answers.',
    answer: 'Answer', anyEndpoint: 'All webhooks', request: 'What was sent',
    notSent: 'There is no text to show: nothing was sent yet, or the log has ended.', log: 'Attempts',
    noAttempt: 'None yet.', took: '%{ms} ms', next: 'Next attempt', delivered: 'Delivered', ofKey: 'All about this',
    again: {
      button: 'Send again', title: 'Send this event again?', text: '%{type} is sent once more, with the same id.',
      done: 'It is on its way.',
    },
  },
  replays: {
    title: 'Replays', empty: 'Nothing was sent again.', start: 'Replay', startTitle: 'Send past events again?',
    from: 'From', to: 'Until', toHelp: 'Left empty: until now.', events: 'Only these events',
    eventsHelp: 'Left empty: all that the webhook hears.', queued: 'Events', done: 'The replay has begun.',
    stop: {
      button: 'Stop', title: 'Stop the replay?', text: 'What is on its way already is still sent.',
      done: 'The replay runs no longer.',
    },
  },
  replayStates: { running: 'running', done: 'done', stopped: 'stopped' },
  deliveryErrors: {
    dns: 'name not found', connect: 'no connection', tls: 'no secure connection', timeout: 'no answer in time',
    target_not_allowed: 'address not allowed', status: 'refused',
  },
  deliveryStates: { queued: 'Waiting', delivered: 'Delivered', failed: 'Failed', cancelled: 'Cancelled' },
};
