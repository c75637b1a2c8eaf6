export const texts = {
  title: 'Refunds', empty: 'Money that goes back to customers appears here.', to: 'To', amount: 'Amount',
  paidBy: 'Paid by', how: 'How', since: 'Since', reason: 'Reason', channel: 'How',
  anyChannel: 'By hand and by the provider', reference: 'Reference: %{reference}', failed: 'Not sent: %{reason}',
  byProvider: 'made at the provider', ofReturn: 'for a return',
  dialog: {
    title: 'Refund of order %{number}', text: 'Paid %{paid}, refunded so far %{refunded}, left %{left}.',
    pending: '%{pending} is pending.', all: 'All that is left: %{left}', parts: 'Parts of it',
    items: 'Goods, at what was paid for them', ordered: 'of %{quantity}', shipping: 'Shipping in EUR',
    shippingLeft: 'At most %{left}.', goodwill: 'Goodwill in EUR', goodwillHelp: 'For neither goods nor shipping.',
    byHand: 'You send it yourself: it is pending under “Refunds” until you confirm that it is sent. Only then the ' +
      'customer gets a mail.',
    byProvider: 'It goes back through the card provider and is pending until that confirms. What did not come ' +
      'through the provider you send by hand, and confirm it under “Refunds”.',
    done: 'The refund of order %{number} is under way.', button: 'Refund',
  },
  tabs: { all: 'All', pending: 'Pending', succeeded: 'Sent', failed: 'Failed' },
  confirm: {
    button: 'Sent', title: 'Is the refund of order %{number} sent?',
    text: 'You have transferred %{amount} to %{name}. The mail to the customer goes out now, and the money counts ' +
      'as refunded.',
    field: 'Reference of the transfer, for the staff', done: 'The refund of %{amount} is sent.',
  },
  fail: {
    button: 'Cannot be sent', title: 'Can the refund of order %{number} not be sent?',
    text: '%{amount} can be refunded again from the order. The customer gets no mail.', field: 'Why, for the staff',
    done: 'The refund of %{amount} is not sent.',
  },
};
