export const texts = {
  title: 'Mails', empty: 'Mails to customers and staff appear here as soon as one is written.', kind: 'Mail', to: 'To',
  anyKind: 'Every mail', counted: '%{state} (%{count})', text: 'Text', sent: 'Sent',
  erased: 'The recipient was erased; nothing is left of this mail.',
  masked: 'Codes and links for the recipient alone are masked.', none: 'No mail has been sent.',
  retry: {
    button: 'Send again', title: 'Send this mail again?', text: 'It goes to %{to} once more.',
    done: 'The mail is on its way.',
    precondition_failed: 'Somebody has sent this mail again already; it is not sent once more.',
  },
  retryAll: {
    button: 'Send all failed ones again', title: 'Send all failed mails again?',
    text: 'Each goes to its recipient once more.',
    done: '%{smart_count} mail is on its way. |||| %{smart_count} mails are on their way.',
    none: 'No mail is failed any more: somebody has sent them again already.',
  },
  states: { queued: 'Waiting', sent: 'Sent', failed: 'Failed' },
};
