export const texts = {
  search: 'Order, name or email', customer: 'Customer', age: 'Waiting since', title: 'Returns', deduction: 'Taken off',
  one: 'Return', none: 'There is no such return.',
  empty: 'Customers ask for a return from their order; it appears here.', items: 'Goods', reason: 'Reason',
  asked: 'Requested', amount: 'Refund', rejection: 'Why it was rejected', ordered: 'of %{quantity}',
  approve: {
    button: 'Approve', title: 'Approve this return?',
    text: 'The customer is told where to send the goods. %{amount} is refunded when they arrive.',
    done: 'The return is approved.',
    invalid_transition: 'Somebody has decided about this return already. You see how it is now.',
  },
  reject: {
    button: 'Reject', title: 'Reject this return?', text: 'The customer reads your reason.',
    done: 'The return is rejected.',
    invalid_transition: 'Somebody has decided about this return already. You see how it is now.',
  },
  receive: {
    button: 'Goods received', title: 'Have the goods arrived?',
    text: 'They go back into stock, and %{amount} is refunded.',
    done: 'The goods are back, and the refund of %{amount} is under way.',
    invalid_transition: 'Somebody has received these goods already.',
  },
  states: { requested: 'Requested', approved: 'Approved', rejected: 'Rejected', received: 'Received' },
  receiving: {
    came: '%{received} arrived, %{restocked} back in stock',
    text: 'Up to %{amount} is refunded. Say what has arrived, and what can be sold again.',
    announced: 'of %{quantity} announced', restock: 'Back into stock', deduct: 'Take off the refund, in EUR',
    deductHelp: 'For damage, for example. Empty: nothing.', deductWhy: 'Why it is taken off',
  },
  open: {
    button: 'Open a return', title: 'What of order %{number} comes back?',
    text: 'For a customer who calls: the return is approved at once, and the mail says where to send the goods.',
    done: 'The return is open and approved.',
  },
};
