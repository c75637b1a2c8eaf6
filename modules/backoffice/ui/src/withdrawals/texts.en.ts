export const texts = {
  title: 'Withdrawals', one: 'Withdrawal', none: 'There is no such withdrawal.', search: 'Order, name or email',
  empty: 'Who withdraws from a contract, from an order or with its number alone, appears here.', received: 'Received',
  due: 'Money due until', amount: 'Refund', declared: 'What was declared', number: 'Order number', name: 'Name',
  email: 'Email', goods: 'Goods', all: 'The whole order', effect: 'What became of it', order: 'Order',
  suggested: 'Number and email fit', units: 'Units', return: 'Return', toReturn: 'The goods come back',
  reason: 'Why it is contested',
  states: {
    received: 'Received', matched: 'Matched', contested: 'Contested', settled: 'Settled', overdue: 'Overdue',
  },
  match: {
    button: 'Match', title: 'Which order is it about?',
    text: 'An order that is not shipped is cancelled by it. Else the goods come back, and no decision is needed.',
    about: '%{name}, %{total}', all: 'All that may be withdrawn from', parts: 'Only some of it',
    ordered: 'of %{quantity}', done: 'The withdrawal is matched with order %{number}.',
  },
  contest: {
    button: 'Contest', title: 'Contest this withdrawal?', field: 'Reason',
    text: 'Your reason is mailed. A return that belongs to it is rejected.', done: 'The withdrawal is contested.',
    invalid_transition: 'Somebody has decided about this withdrawal already. You see how it is now.',
  },
};
