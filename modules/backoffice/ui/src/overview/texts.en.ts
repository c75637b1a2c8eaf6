export const texts = {
  title: 'Overview', todo: 'To do', newest: 'Newest orders', toPay: 'Orders unpaid for 2 days',
  owed: 'Unpaid orders on invoice',
  toShip: 'Orders to ship', toSend: 'Refunds to be sent by hand', returns: 'Returns to decide',
  withdrawals: 'Withdrawals to match', overdue: 'Withdrawals whose money is overdue',
  applications: 'Wholesale applications to decide', failedMails: 'Mails that failed',
  deadEvents: 'Events that got stuck', failedPayments: 'Payments that failed', lowStock: 'Variants low in stock',
  failed: 'could not be loaded', noOrders: 'Orders appear here as soon as somebody buys something.',
  sales: {
    today: 'Today', week: '7 days', month: '30 days', gross: 'Ordered', placed: 'ordered, paid or not yet',
    received: 'Received', orders: 'Orders', average: 'Average order', refunds: 'Refunds',
    change: '%{percent} against %{before} before', noBefore: 'Nothing was sold in the time before.',
    byDay: 'Sales of 30 days', day: 'Day', best: 'Best sellers', units: '%{units} sold',
    none: 'Nothing was sold in 30 days.', stages: 'Orders by stage',
  },
  firstDay: {
    title: 'Before the first order', done: 'Done', reading: 'Loading…',
    product: { name: 'A product', help: 'Make the first one, with pictures, and publish it.' },
    stock: { name: 'Stock', help: 'Say how many there are: what is sold out cannot be ordered.' },
    usual: 'VAT, ways to pay, points and mails begin as most shops have them; look them over in', settings: 'Settings',
    method: { name: 'A shipping method', help: 'Without one, no order can be placed.' },
    profile: { name: 'The shop', help: 'Its name, and the email that customers write to.' },
    seller: { name: 'Who sells', help: 'Name and address of the seller, which buyers must be told.' },
    legal: { name: 'Legal pages', help: 'Imprint, terms, privacy, withdrawal, and shipping and payment, published in the main language.' },
    bank: {
      name: 'A bank account',
      help: 'Where customers transfer to; without one no order can be paid by transfer.',
    },
    mail: {
      name: 'Mail',
      help: 'This service is one to try out: mails are not sent. Set mail.url in its configuration, and dev to false.',
    },
  },
};
