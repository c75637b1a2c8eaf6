export const texts = {
  title: 'Payment tasks', empty: 'What the payment provider is asked to do appears here, such as a refund.',
  kind: 'Task',
  retry: {
    button: 'Ask again', title: 'Ask the payment provider again?',
    text: 'It is asked at once. What it has done already it does not do twice.',
    done: 'The payment provider is asked again.',
    invalid_transition: 'Nothing is left to ask for: this is done, or the order has gone on. You see how it is now.',
  },
  states: { queued: 'Waiting', done: 'Done', failed: 'Failed' },
  kinds: { intent: 'Begin the payment', cancel: 'Cancel the payment', refund: 'Refund' },
};
