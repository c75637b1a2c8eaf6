// The texts of sales, of an order's page and of what it is by now.
export const ordersEn = {
  sales: {
    today: 'Today', week: '7 days', month: '30 days', gross: 'Ordered', placed: 'ordered, paid or not yet', received: 'Received', orders: 'Orders', average: 'Average order', refunds: 'Refunds',
    change: '%{percent} against %{before} before', noBefore: 'Nothing was sold in the time before.', byDay: 'Sales of 30 days', day: 'Day',
    best: 'Best sellers', units: '%{units} sold', none: 'Nothing was sold in 30 days.', stages: 'Orders by stage',
  },
  firstDay: {
    title: 'Before the first order', done: 'Done', reading: 'Loading…',
    product: { name: 'A product', help: 'Make the first one, and publish it.' },
    method: { name: 'A shipping method', help: 'Without one, nobody can check out.' },
    bank: { name: 'A bank account', help: 'Set payments.bank_account in the configuration of the service: where customers transfer to.' },
    mail: { name: 'Mail', help: 'This service is one to try out: mails reach nobody. Set mail.url in its configuration, and dev to false.' },
  },
  order: {
    shipped: 'Shipped', returned: 'Returned', cancelled: 'Cancelled', left: 'Left to ship', returnUntil: 'May be returned until', pendingRefunds: '%{pending} is pending.',
    now: 'This is no longer possible: the order is now %{status}, %{payment}, %{fulfillment}.',
    soFar: '%{smart_count} order, %{spent} spent |||| %{smart_count} orders, %{spent} spent', allOf: 'All orders of this customer', returns: 'Returns of this order', events: 'Events of this order',
    timeline: 'Timeline', by: 'by %{actor}', notes: 'Notes of staff', noNotes: 'No notes yet.',
    note: { button: 'Add a note', title: 'Note on order %{number}', text: 'The customer never sees it.', field: 'Note', done: 'The note is saved.' },
    mails: 'Mails about this order',
    slip: {
      button: 'Packing slip', ofLeft: 'Packing slip of what is left', title: 'Packing slip %{number}', print: 'Print', back: 'Back to the order',
      parcel: 'Shipment', packed: 'Packed', nothing: 'Nothing is left to pack.', units: '%{smart_count} unit in all |||| %{smart_count} units in all',
    },
    arrived: {
      button: 'Arrived', title: 'Has %{number} arrived?', text: 'It counts as delivered, others stay on their way. A mail says so to the customer.',
      done: '%{number} is delivered.',
    },
    track: {
      button: 'Add a carrier event', title: 'What the carrier says about %{name}', submit: 'Add', status: 'Event', statusHelp: '“Delivered” marks the shipment delivered.',
      location: 'Where', description: 'What the carrier wrote', occurredAt: 'When', occurredAtHelp: 'Empty: now.', done: 'The event is in the timeline.',
    },
    shipTo: {
      button: 'Change the address', title: 'Where order %{number} goes', done: 'Order %{number} goes to the new address.', fullName: 'Name', phone: 'Phone',
      line1: 'Street and number', line2: 'More of the address', postalCode: 'Postal code', city: 'City', state: 'State', country: 'Country',
      countryHelp: 'Stays: taxes and shipping were calculated for it.',
    },
    filters: { stage: 'Stage', payment: 'Payment', fulfillment: 'Goods', method: 'Paid by', from: 'From', until: 'Until' },
    tabs: { all: 'All', toPay: 'To pay', toShip: 'To ship', underWay: 'Under way', done: 'Done' },
  },
  actors: { you: 'you', customer: 'the customer', system: 'the shop itself', key: 'an API key', unknown: 'unknown' },
  orderStates: { pending_payment: 'waiting for its payment', placed: 'placed', processing: 'being packed', completed: 'done', cancelled: 'cancelled' },
  fulfillments: {
    unfulfilled: 'nothing shipped', partially_shipped: 'partly shipped', shipped: 'shipped', delivered: 'delivered',
    partially_returned: 'partly returned', returned: 'returned',
  },
  timeline: {
    placed: 'Placed', paid: 'Paid', processing: 'Packing began', address_changed: 'Address changed', shipped: 'Shipped', delivered: 'Delivered',
    cancelled: 'Cancelled', return_requested: 'Return requested', returned: 'Goods came back', refunded: 'Refunded',
    undelivered: 'Not arrived', items_cancelled: 'Units cancelled', disputed: 'Payment disputed', dispute_won: 'Dispute won', dispute_lost: 'Dispute lost',
  },
  returnPage: { search: 'Order, name or email', customer: 'Customer', number: 'Order', age: 'Waiting since' },
};
