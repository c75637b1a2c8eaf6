// The texts of money that comes and goes: refunds, what is due, and what staff are told of.
export const moneyEn = {
  refundPage: {
    title: 'Refunds', empty: 'Money that goes back to customers appears here.', order: 'Order', to: 'To', amount: 'Amount', paidBy: 'Paid by', how: 'How', status: 'State', since: 'Since', reason: 'Reason',
    tabs: { all: 'All', pending: 'Pending', succeeded: 'Sent', failed: 'Failed' }, channel: 'How', anyChannel: 'By hand and by the provider',
    reference: 'Reference: %{reference}', failed: 'Not sent: %{reason}', byProvider: 'made at the provider', ofReturn: 'for a return',
    confirm: {
      button: 'Sent', title: 'Is the refund of order %{number} sent?', text: 'You have transferred %{amount} to %{name}. The mail to the customer goes out now, and the money counts as refunded.',
      field: 'Reference of the transfer, for the staff', done: 'The refund of %{amount} is sent.',
    },
    fail: {
      button: 'Cannot be sent', title: 'Can the refund of order %{number} not be sent?', text: '%{amount} can be refunded again from the order. The customer gets no mail.', field: 'Why, for the staff',
      done: 'The refund of %{amount} is not sent.',
    },
  },
  refundChannels: { manual: 'by hand', provider: 'by the provider' },
  refunding: {
    all: 'All that is left: %{left}', parts: 'Parts of it', items: 'Goods, at what was paid for them', units: '%{name} (%{sku})', ordered: 'of %{quantity}', shipping: 'Shipping in EUR', shippingLeft: 'At most %{left}.',
    goodwill: 'Goodwill in EUR', goodwillHelp: 'For neither goods nor shipping.',
    byHand: 'You send it yourself: it is pending under “Refunds” until you confirm that it is sent. Only then the customer gets a mail.',
    byProvider: 'It goes back through the card provider and is pending until that confirms. What did not come through the provider you send by hand, and confirm it under “Refunds”.',
    done: 'The refund of order %{number} is under way.',
  },
  due: { received: 'Received', due: 'Still to pay' },
  markUnpaid: {
    button: 'Take “paid” back', title: 'Is order %{number} not paid after all?', text: 'It waits for its payment again, with a new deadline. No mail is sent.', field: 'Why, for the staff', done: 'Order %{number} is unpaid again.',
  },
  notices: {
    title: 'What you hear of', text: 'What goes into your inbox, and what you get by mail. The first mail comes at once, then at most one in five minutes.', kind: 'What', inbox: 'Inbox', mail: 'Mail', saved: 'Saved.',
    kinds: {
      order_new: 'New order', payment_received: 'Payment received', return_requested: 'Return requested', payment_disputed: 'Payment disputed', refund_to_send: 'Refund to be sent by hand', parcel_back: 'Parcel comes back',
      mail_failed: 'Mail failed', refund_failed: 'Refund failed', payment_mismatched: 'Payment of another amount', low_stock: 'Low stock', wholesale_application: 'Wholesale application', webhook_failing: 'Webhook fails', webhook_disabled: 'Webhook disabled',
    },
  },
  cancelItems: {
    button: 'Cancel units', title: 'Which units of order %{number} are not sent?', text: 'They go back into stock, what was paid for them is refunded, and the customer gets a mail.', whole: 'These are all units: the order is cancelled.', done: 'The units are off order %{number}.',
  },
  undelivered: {
    button: 'Did not arrive', title: 'What became of %{name}?', submit: 'Note it', text: 'Its units count as not shipped: ship them again, or cancel them.', outcomes: { returned: 'It came back', lost: 'It is lost' },
    restock: 'The goods go back into stock', done: '%{name} did not arrive.', ended: { returned: 'came back', lost: 'lost' },
  },
  receiving: {
    came: '%{received} arrived, %{restocked} back in stock',
    text: 'Up to %{amount} is refunded. Say what has arrived, and what can be sold again.', announced: 'of %{quantity} announced', restock: 'Back into stock', deduct: 'Take off the refund, in EUR', deductHelp: 'For damage, for example. Empty: nothing.', deductWhy: 'Why it is taken off',
  },
  openReturn: {
    button: 'Open a return', title: 'What of order %{number} comes back?', text: 'For a customer who calls: the return is approved at once, and the mail says where to send the goods.', done: 'The return is open and approved.',
  },
  dispute: { title: 'The payment is disputed', open: 'The buyer has disputed the payment. Answer at the card provider until %{due}; nothing can be refunded meanwhile.', openNoDate: 'The buyer has disputed the payment. Answer at the card provider; nothing can be refunded meanwhile.', won: 'The dispute was won: the money stays.', lost: 'The dispute was lost: the money is back with the buyer.' },
  shipName: { none: 'Without tracking' },
};
