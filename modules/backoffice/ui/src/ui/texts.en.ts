/** The texts of the command that deletes a record of the kind. */
export const remove = (what: string) => ({
  button: 'Delete', title: `Delete ${what} %{name}?`, text: 'This cannot be undone.', done: '%{name} is deleted.',
});

// What all pages share: words, states, errors and the texts of common parts.
export const texts = {
  orderNow: 'This is no longer possible: the order is now %{status}, %{payment}, %{fulfillment}.',
  applicationNow: 'It is now: %{status}, %{at}.', notFound: 'Not found', search: 'Search everything',
  words: {
    language: 'Language', email: 'Email', erased: 'Erased', order: 'Order', status: 'State', toOrder: 'Open the order',
    sku: 'SKU', onHand: 'On hand', reserved: 'Reserved', available: 'Available', secondFactor: 'Second factor',
    neverUsed: 'never used', attempts: 'Attempts', error: 'Last error', created: 'Made', event: 'Event', when: 'When',
    what: 'What', name: 'Name', role: 'Role', phone: 'Phone', slug: 'Name in addresses',
    slugHelp: 'Made from the name when left empty.',
  },
  errors: {
    offline: 'The service does not answer. Check the connection and try again.',
    invalid_credentials: 'The email or the password is wrong.', invalid_code: 'This code is wrong or no longer valid.',
    email_not_verified: 'This email is not verified yet. The code is in the mail that you got.',
    not_staff: 'Only those who work for the shop sign in here.', forbidden: 'You are not allowed to do this.',
    step_up_required: 'Confirm first that it is you.', second_factor_required: 'Set up a second factor first.',
    not_found: 'This is not here, or no longer: somebody may have removed it meanwhile.',
    rate_limited: 'Too many attempts. Try again in %{seconds} seconds.',
    validation_failed: 'Some fields are not right.',
    invalid_transition: 'This is no longer possible: somebody was faster. You see how it is now.',
    already_decided: 'Somebody has decided this already.', insufficient_stock: 'There is not enough in stock.',
    insufficient_points: 'There are not enough points.',
    limit_reached: 'There are as many as there may be. Delete one first.',
    last_admin: 'One owner has to stay. Make somebody else an owner first.', in_use: 'It is in use.',
    precondition_failed: 'Somebody else has changed this meanwhile. You see how it is now.',
    idempotency_in_progress: 'This action is still under way.',
    idempotency_key_reused: 'The first attempt may have been done. Close this and look before you try again.',
    slug_taken: 'Another one has this name in addresses.', sku_taken: 'Another variant has one of these SKUs.',
    unavailable: 'The service is busy. Try again in a moment.', unauthenticated: 'You are signed out. Sign in again.',
    internal: 'Something went wrong in the service. Try again; if it happens again, report the request id.',
    requestId: 'Request id %{id}', copyId: 'Copy the request id',
    away: 'The service cannot be reached. This page carries on by itself as soon as it answers.',
    waiting: 'Too many requests: this carries on in %{seconds} seconds.', tryAgain: 'Try again',
    unclear: 'There was no answer, so it is not clear whether this was done. Try again: it is never done twice.',
  },
  fields: {
    required: 'is missing', bad_format: 'has the wrong form', too_long: 'is too long', too_short: 'is too short',
    out_of_range: 'is too small or too large', not_allowed: 'is not possible', too_easy: 'is too easy to guess',
    duplicate: 'is there already', unexpected_field: 'is not known', wrong_type: 'has the wrong form',
    in_use: 'is taken already', slug_taken: 'is taken already', insufficient_stock: 'leaves less than what is reserved',
    insufficient_points: 'takes more points than there are', invalid_code: 'is wrong or no longer valid',
    invalid_credentials: 'is wrong',
  },
  list: {
    noMatch: 'Nothing matches.', clear: 'Clear filters', slow: 'This is taking longer than usual.',
    stopped: 'Loading was cancelled.', all: 'All', actions: 'Actions', edit: 'Edit', editOf: 'Edit %{name}',
    save: 'Save', saved: '%{name} is saved.', earlier: 'Earlier', later: 'Later', from: 'From', until: 'Until',
  },
  command: { cancel: 'Cancel', close: 'Close', why: 'Reason' },
  stages: {
    awaiting_payment: 'Awaiting payment', placed: 'Placed', processing: 'Being packed',
    partially_shipped: 'Partly shipped', shipped: 'Shipped', out_for_delivery: 'Out for delivery',
    delivered: 'Delivered', returned: 'Returned', cancelled: 'Cancelled',
  },
  payments: {
    unpaid: 'unpaid', paid: 'paid', partially_refunded: 'partly refunded', refunded: 'refunded', failed: 'failed',
    bank_transfer: 'Bank transfer', cash_on_delivery: 'Cash on delivery', invoice: 'Invoice', card: 'Card',
  },
  refundStates: { pending: 'pending', succeeded: 'done', failed: 'failed' },
  orderStates: {
    pending_payment: 'waiting for its payment', placed: 'placed', processing: 'being packed', completed: 'done',
    cancelled: 'cancelled',
  },
  fulfillments: {
    unfulfilled: 'nothing shipped', partially_shipped: 'partly shipped', shipped: 'shipped', delivered: 'delivered',
    partially_returned: 'partly returned', returned: 'returned',
  },
  applicationStates: {
    under_review: 'To decide', asked: 'Asked, no answer yet', answered: 'Answered, to decide', approved: 'Approved',
    rejected: 'Rejected',
  },
  accountTypes: { retail: 'Retail', wholesale: 'Wholesale' },
  mailKinds: {
    registration_code: 'Code for registration', account_exists: 'Account exists', register_again: 'Register again',
    password_code: 'Code for a password', password_changed: 'Password changed',
    second_factor_changed: 'Second factor changed', staff_invitation: 'Invitation', staff_notices: 'Notices to staff',
    wholesale_received: 'Wholesale: received', wholesale_question: 'Wholesale: question',
    wholesale_approved: 'Wholesale: approved', wholesale_rejected: 'Wholesale: rejected',
    webhook_disabled: 'Webhook disabled', order_lookup: 'Code for an order', order_placed: 'Order placed',
    order_paid: 'Order paid', order_shipped: 'Order shipped', order_delivered: 'Order delivered',
    order_cancelled: 'Order cancelled', items_cancelled: 'Units cancelled', order_refunded: 'Refund',
    return_requested: 'Return requested', return_approved: 'Return approved', return_rejected: 'Return rejected',
    return_received: 'Return received',
  },
  secret: {
    text: 'Keep it now: it is shown only this once.', copy: 'Copy', copied: 'Copied.', close: 'I have kept it',
  },
  notice: { dismiss: 'Dismiss' },
  missing: {
    title: 'Not loaded', text: 'A part of the back office could not be loaded. The service may just have been updated.',
  },
  bulk: {
    title: 'Selection', selected: '%{smart_count} selected', clear: 'Clear the selection',
    selectPage: 'Select all rows of this page', selectOne: 'Select %{name}',
    left: '%{smart_count} is left out, since its state does not allow it: %{names} |||| %{smart_count} are left ' +
      'out, since their state does not allow it: %{names}',
    progress: 'Progress', done: '%{done} of %{all} done.', stop: 'Stop', again: 'Try the rest again (%{smart_count})',
    notBegun: 'not begun',
  },
  export: { button: 'Export CSV', progress: 'The file is being loaded', read: '%{size} kB' },
  conflict: {
    title: 'Somebody else was faster',
    text: 'It has been changed since you opened it. Choose for each field what to keep.',
    same: 'It has been changed since you opened it, to what you have entered. There is nothing to save.',
    mine: 'Keep mine', theirs: 'Take theirs', keepAll: 'Keep all of mine', takeAll: 'Take all of theirs', yes: 'yes',
    no: 'no', unsaved: 'What you have entered is not saved yet. Leave it?',
  },
  uses: {
    products: 'Products:', categories: 'Categories below it:', brands: 'Brands:', members: 'Members:',
    invitations: 'Invitations:', more: 'and one more |||| and %{smart_count} more',
  },
  taken: { in_use: 'Another one has this already.' },
  pictures: {
    choose: 'Choose pictures',
    hint: 'Or drop them here, or paste one. JPEG, PNG or WebP; what is larger than 8 MiB is made smaller.',
    progress: '%{name} is being uploaded', abort: 'Stop',
    tooLarge: 'The file is larger than 8 MiB. Make it smaller and try again.',
    tooManyPixels: 'The picture has too many pixels: at most 40 million, 16 million as a progressive JPEG in CMYK. ' +
      'Make it smaller and try again.',
    badFormat: 'This is no JPEG, PNG or WebP picture, or it is broken.',
  },
  refundChannels: { manual: 'by hand', provider: 'by the provider' },
};
