export const texts = {
  title: 'My account', password: 'Password', sessions: 'Devices', noFactors: 'Only the password protects your account.',
  required: 'The shop requires a second factor of its staff.', codesLeft: '%{left} recovery codes left',
  lastUsed: 'last used', here: 'this device', noPasskey: 'No passkey was used.',
  language: {
    text: 'The language of the mails that you get, and of your inbox. That of these pages is chosen above.',
    done: 'Saved. What comes from now on is in this language.',
  },
  change: {
    button: 'Change the password', title: 'Change the password', current: 'Current password', next: 'New password',
    done: 'The password is changed. All other devices are signed out.',
  },
  app: {
    button: 'Add an authenticator app', title: 'Add an authenticator app',
    text: 'Open the link on your phone, or type the key into the app. Then type the code that the app shows.',
    link: 'Open in the app', key: 'Key', code: 'Code of the app', confirm: 'Confirm',
    done: 'Your account asks for a code of the app from now on.',
  },
  passkey: {
    button: 'Add a passkey', name: 'Passkey', done: 'The passkey is added.',
    in_use: 'This passkey is added already, or there are ten, which is the most.',
  },
  codes: {
    title: 'Recovery codes',
    text: 'Keep them where you find them without your phone. Each is good once, and they are shown only now.',
    close: 'I have kept them',
  },
  renew: {
    button: 'New recovery codes', title: 'Make new recovery codes?', text: 'The former ones end.',
    done: 'You have ten new recovery codes.',
  },
  remove: {
    button: 'Remove', title: 'Remove %{name}?', text: 'Your account no longer asks for it.',
    in_use: 'The shop requires a second factor. Add another one first.', done: '%{name} is removed.',
  },
  end: {
    button: 'Sign out', title: 'Sign out this device?', text: '%{device} has to sign in again.',
    done: 'The device is signed out.',
  },
  notices: {
    title: 'What you hear of',
    text: 'What goes into your inbox, and what you get by mail. The first mail comes at once, then at most one in ' +
      'five minutes.',
    kind: 'What', inbox: 'Inbox', mail: 'Mail', saved: 'Saved.',
    kinds: {
      order_new: 'New order', payment_received: 'Payment received', return_requested: 'Return requested',
      withdrawal_received: 'Withdrawal received',
      payment_disputed: 'Payment disputed', refund_to_send: 'Refund to be sent by hand',
      parcel_back: 'Parcel comes back', mail_failed: 'Mail failed', refund_failed: 'Refund failed',
      payment_mismatched: 'Payment of another amount', low_stock: 'Low stock',
      wholesale_application: 'Wholesale application', webhook_failing: 'Webhook fails',
      webhook_disabled: 'Webhook disabled',
    },
  },
};
