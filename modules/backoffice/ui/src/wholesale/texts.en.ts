export const texts = {
  title: 'Wholesale', none: 'There is no such application.',
  empty: 'Businesses apply for wholesale prices from the shop; their applications appear here.',
  search: 'Business, contact or email', business: 'Business', contact: 'Contact', country: 'Country',
  submitted: 'Submitted', volume: 'Orders a month', registration: 'Registration number', address: 'Address',
  history: 'History', tracking: 'Tracking id', question: 'Question', asked: 'Asked', answer: 'Answer',
  answered: 'Answered', decided: 'Decided', note: 'Note', reason: 'Reason', account: 'Account of this email',
  noAccount: 'None yet', made: 'An account is made.', turned: 'The account of %{name} keeps its password.',
  somebody: 'somebody else', decisions: 'What was done', noDecisions: 'Nothing yet.',
  mails: 'Mails about this application', you: 'you',
  decidedBy: { approved: 'Approved by %{who}', rejected: 'Rejected by %{who}' },
  approve: {
    button: 'Approve', title: 'Approve %{business}?',
    text: 'Wholesale prices apply to %{email} from now on. %{account} The mail “%{mail}” has a code to set a ' +
      'password with.',
    field: 'Note, for the staff alone', done: '%{business} buys wholesale now.',
  },
  reject: {
    button: 'Reject', title: 'Reject %{business}?',
    text: 'The mail “%{mail}” with your reason goes to %{email}, who may apply again.', field: 'Reason, for the mail',
    done: 'The application of %{business} is rejected.',
  },
  ask: {
    button: 'Ask', title: 'Ask %{business} something?',
    text: 'The mail “%{mail}” with your question goes to %{email}; the application stays open.', field: 'Question',
    done: 'The question is on its way.',
  },
  record: {
    button: 'Record the answer', title: 'What has %{business} answered?',
    text: 'To the question “%{question}”, by mail or phone. Nothing is mailed, and an answer recorded before is ' +
      'replaced.',
    field: 'Answer', done: 'The answer is recorded.',
    invalid_transition: 'Somebody has decided this already; the answer is not recorded.',
  },
};
