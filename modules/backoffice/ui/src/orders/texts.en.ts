export const texts = {
  title: 'Orders', one: 'Order %{number}', search: 'Number, name, article or address', number: 'Number',
  placed: 'Placed', customer: 'Customer', guest: 'guest', stage: 'Stage', payment: 'Payment', total: 'Total',
  items: 'Items', empty: 'Orders appear here as soon as somebody buys something.', none: 'There is no such order.',
  article: 'Article', quantity: 'Quantity', price: 'Price', sum: 'Sum', subtotal: 'Subtotal', discount: 'Discount',
  shipping: 'Shipping', tax: 'VAT of %{rate} % included in %{gross}', refunded: 'Refunded', kept: 'Left',
  address: 'Shipping address', method: 'Shipping method', customerNote: 'Note of the customer', shipments: 'Shipments',
  noShipments: 'Nothing has been shipped.', refunds: 'Refunds', cancelledBecause: 'Cancelled: %{reason}',
  commands: 'What may be done next', nothingNext: 'Nothing is left to do.', shipped: 'Shipped', returned: 'Returned',
  cancelled: 'Cancelled', left: 'Left to ship', returnUntil: 'May be returned until',
  soFar: '%{smart_count} order, %{spent} spent |||| %{smart_count} orders, %{spent} spent',
  allOf: 'All orders of this customer', returns: 'Returns of this order', eventLog: 'Events of this order',
  timeline: 'Timeline', by: 'by %{actor}', notes: 'Notes of staff', noNotes: 'No notes yet.',
  mails: 'Mails about this order', received: 'Received', due: 'Still to pay', noTracking: 'Without tracking',
  tabs: { all: 'All', toPay: 'To pay', toShip: 'To ship', underWay: 'Under way', done: 'Done' },
  markPaid: {
    button: 'Mark paid', title: 'Mark order %{number} paid?',
    text: '%{total} has arrived. The customer is told, and the order can be packed.', done: 'Order %{number} is paid.',
  },
  process: {
    button: 'Begin packing', title: 'Begin to pack order %{number}?',
    text: 'Once it is being packed, the customer can no longer cancel it.', done: 'Order %{number} is being packed.',
  },
  ship: {
    button: 'Ship', title: 'Ship order %{number}', carrier: 'Carrier', tracking: 'Tracking number',
    trackingHelp: 'None for a letter, your own van, or goods that are collected.', link: 'Tracking link',
    left: '%{left} of %{all} left', all: 'All', none: 'None',
    remain: '%{lines} of %{all} lines remain for another shipment.', remainNone: 'Nothing remains.',
    done: 'Order %{number} has been shipped.',
  },
  deliver: {
    button: 'Delivered', title: 'Has order %{number} arrived?', text: 'All that is on its way counts as delivered.',
    done: 'Order %{number} is delivered.',
  },
  cancel: {
    button: 'Cancel order', title: 'Cancel order %{number}?',
    text: 'The goods go back into stock, and what was paid is refunded.', done: 'Order %{number} is cancelled.',
  },
  refund: { button: 'Refund' },
  cancellations: { customer: 'by the customer', admin: 'by the shop', payment_timeout: 'not paid in time' },
  trackings: {
    label_created: 'Label created', picked_up: 'Picked up', in_transit: 'In transit',
    out_for_delivery: 'Out for delivery', attempted: 'Delivery attempted', delayed: 'Delayed', delivered: 'Delivered',
    exception: 'Trouble on the way', return_to_sender: 'On its way back',
  },
  note: {
    button: 'Add a note', title: 'Note on order %{number}', text: 'The customer never sees it.', field: 'Note',
    done: 'The note is saved.',
  },
  slip: {
    button: 'Packing slip', ofLeft: 'Packing slip of what is left', title: 'Packing slip %{number}', print: 'Print',
    back: 'Back to the order', parcel: 'Shipment', packed: 'Packed', nothing: 'Nothing is left to pack.',
    units: '%{smart_count} unit in all |||| %{smart_count} units in all',
  },
  arrived: {
    button: 'Arrived', title: 'Has %{number} arrived?',
    text: 'It counts as delivered, others stay on their way. A mail says so to the customer.',
    done: '%{number} is delivered.',
  },
  track: {
    button: 'Add a carrier event', title: 'What the carrier says about %{name}', submit: 'Add', status: 'Event',
    statusHelp: '“Delivered” marks the shipment delivered.', location: 'Where', description: 'What the carrier wrote',
    occurredAt: 'When', occurredAtHelp: 'Empty: now.', done: 'The event is in the timeline.',
  },
  shipTo: {
    button: 'Change the address', title: 'Where order %{number} goes', done: 'Order %{number} goes to the new address.',
    fullName: 'Name', phone: 'Phone', line1: 'Street and number', line2: 'More of the address',
    postalCode: 'Postal code', city: 'City', state: 'State', country: 'Country',
    countryHelp: 'Stays: taxes and shipping were calculated for it.',
  },
  filters: { stage: 'Stage', paymentStatus: 'Payment', fulfillmentStatus: 'Goods', paymentMethod: 'Paid by' },
  actors: { you: 'you', customer: 'the customer', system: 'the shop itself', key: 'an API key', unknown: 'unknown' },
  events: {
    placed: 'Placed', paid: 'Paid', processing: 'Packing began', address_changed: 'Address changed', shipped: 'Shipped',
    delivered: 'Delivered', cancelled: 'Cancelled', return_requested: 'Return requested', returned: 'Goods came back',
    refunded: 'Refunded', undelivered: 'Not arrived', items_cancelled: 'Units cancelled', disputed: 'Payment disputed',
    dispute_won: 'Dispute won', dispute_lost: 'Dispute lost',
  },
  bulk: {
    markPaid: {
      button: 'Mark paid', title: 'Mark %{smart_count} order paid? |||| Mark %{smart_count} orders paid?',
      text: '%{total} has arrived in all. The customers are told, and the orders can be packed.',
    },
    process: {
      button: 'Begin packing', title: 'Begin to pack %{smart_count} order? |||| Begin to pack %{smart_count} orders?',
      text: 'Once their orders are being packed, the customers can no longer cancel them.',
    },
  },
  markUnpaid: {
    button: 'Take “paid” back', title: 'Is order %{number} not paid after all?',
    text: 'It waits for its payment again, with a new deadline. No mail is sent.', field: 'Why, for the staff',
    done: 'Order %{number} is unpaid again.',
  },
  cancelItems: {
    button: 'Cancel units', title: 'Which units of order %{number} are not sent?',
    text: 'They go back into stock, what was paid for them is refunded, and the customer gets a mail.',
    whole: 'These are all units: the order is cancelled.', done: 'The units are off order %{number}.',
  },
  undelivered: {
    button: 'Did not arrive', title: 'What became of %{name}?', submit: 'Note it',
    text: 'Its units count as not shipped: ship them again, or cancel them.', restock: 'The goods go back into stock',
    done: '%{name} did not arrive.', outcomes: { returned: 'It came back', lost: 'It is lost' },
    ended: { returned: 'came back', lost: 'lost' },
  },
  dispute: {
    title: 'The payment is disputed',
    open: 'The buyer has disputed the payment. Answer at the card provider until %{due}; nothing can be refunded ' +
      'meanwhile.',
    openNoDate: 'The buyer has disputed the payment. Answer at the card provider; nothing can be refunded meanwhile.',
    won: 'The dispute was won: the money stays.', lost: 'The dispute was lost: the money is back with the buyer.',
  },
  openReturn: { button: 'Open a return' },
};
