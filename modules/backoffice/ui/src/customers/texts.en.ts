export const texts = {
  title: 'Customers', import: 'Import', exportAll: 'Export', none: 'There is no such account.', empty: 'Nobody has registered yet.', search: 'Name or email',
  type: 'Account', since: 'Since', active: 'active', disabled: 'disabled', profile: 'Profile', business: 'Business',
  verified: 'Email verified', anyType: 'Every account', anyState: 'Active and disabled', sort: 'Order',
  orders: 'Orders', allOrders: 'All orders', spent: 'Spent', noOrders: 'No order yet.',
  applications: 'Wholesale applications', noApplications: 'No application has this email.', mails: 'Mails',
  history: 'What happened', noHistory: 'Nothing has happened.', addresses: 'Addresses', noAddresses: 'No address yet.',
  isDefault: 'default', sessions: 'Signed in on', noSessions: 'Not signed in anywhere.', lastUsed: 'last used',
  vouchers: 'Vouchers', noVouchers: 'No voucher yet.', ledger: 'Points', noPoints: 'No points yet.',
  balance: '%{points} points, worth %{value}', pointsOf: '%{points} → %{balance}', until: 'until',
  submitted: 'Submitted', audit: 'Audit', roles: { customer: 'Customers', staff: 'Staff', admin: 'Owners' },
  roleOf: { customer: 'Customer', staff: 'Staff', admin: 'Owner' },
  sorts: { '-createdAt': 'Newest first', createdAt: 'Oldest first', fullName: 'By name', email: 'By email' },
  end: {
    button: 'End', title: 'End this session?', text: '%{device} has to sign in again.', done: 'The session is ended.',
  },
  endAll: {
    button: 'End all sessions', title: 'Sign %{name} out everywhere?', text: 'Every device has to sign in again.',
    done: '%{name} is signed out everywhere.',
  },
  export: { button: 'Export data', done: 'The file has everything that is held on %{name}.' },
  erase: {
    button: 'Erase', title: 'Erase %{name} for good?',
    text: 'The profile, addresses, points, reviews, and the names in orders and mails are erased. Orders stay, ' +
      'without a name. This cannot be undone.',
    open: 'There is an order that is not done. It keeps where it is sent until it has ended. |||| There are ' +
      '%{smart_count} orders that are not done. They keep where they are sent until they have ended.',
    type: 'Type %{email} to confirm', reason: 'Reason, without a name: it stays in the audit',
    done: 'The account is erased.', guestDone: 'The guest is erased.',
    guestText: 'The names in orders and mails are erased. An order that is open keeps where it is sent until it has ' +
      'ended. This cannot be undone.',
  },
  correct: { button: 'Correct the name or phone', title: 'Name and phone of %{name}', done: '%{name} is saved.' },
  disable: {
    button: 'Disable', title: 'Disable %{name}?', text: 'They are signed out everywhere and cannot sign in.',
    done: '%{name} is disabled.',
  },
  enable: { button: 'Enable', title: 'Enable %{name}?', text: 'They can sign in again.', done: '%{name} is enabled.' },
  points: {
    button: 'Adjust points', title: 'Points of %{name}', text: 'A negative number takes points away.', field: 'Points',
    change: '%{before} → %{after}', done: 'The balance is %{balance} points.',
  },
  vatId: {
    title: 'VAT id', none: 'No VAT id.', vatId: 'VAT id', status: 'Status', name: 'Name', address: 'Address', checkedAt: 'Checked',
    validUntil: 'Valid until', consultationNumber: 'Proof', evidence: 'Evidence', noEvidence: 'No answer yet.',
    answer: 'Answer', source: 'By',
    counts: 'A valid id counts for wholesale accounts: orders to another state of the EU bear no VAT.',
    states: { pending: 'not proved', valid: 'valid', invalid: 'invalid' },
    sources: { vies: 'VIES', staff: 'Staff' },
    confirm: {
      button: 'Confirm VAT id', title: 'Confirm %{vatId}?', number: 'Number of the proof',
      text: 'Proved elsewhere, such as by the qualified confirmation of the BZSt.', why: 'Reason, for the audit',
      done: '%{vatId} is valid.',
    },
  },
  entryKinds: { share: 'Shared', order: 'Order', redeem: 'Redeemed', reversal: 'Taken back', adjustment: 'Adjusted' },
  voucherStates: { available: 'can be used', spent: 'spent', expired: 'expired', voided: 'void' },
};
