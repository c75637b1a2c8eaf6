export const texts = {
  stepUp: 'Please confirm that it is you', shop: { title: 'Back office' },
  signIn: {
    title: 'Sign in', intro: 'For those who run the shop.', password: 'Password', submit: 'Sign in',
    code: 'Code of your authenticator app', recoveryCode: 'Recovery code', useRecoveryCode: 'Use a recovery code',
    useApp: 'Use the authenticator app', confirm: 'Confirm', back: 'Back', secondTitle: 'Second factor',
    forgot: 'Forgot your password?', forgotTitle: 'New password',
    forgotIntro: 'We mail you a code with which you set a new password.', sendCode: 'Send the code',
    codeSent: 'If there is an account for this address, a code is on its way.', mailedCode: 'Code from the mail',
    newPassword: 'New password', setPassword: 'Set the password', passkey: 'Use a passkey',
    noPasskey: 'No passkey was used.',
  },
  session: {
    again: 'Your session has ended. Sign in again to carry on where you were; nothing that you typed is lost.',
    leave: 'Leave this page', demoted: 'You have been signed out: your account no longer works for the shop.',
  },
  accept: {
    title: 'Join the staff', intro: 'Choose the password with which you sign in from now on.', name: 'Your name',
    submit: 'Join', signIn: 'To the sign-in page', code: 'Code from the mail',
    expired: 'The code is wrong, used or expired. If you have joined already, sign in; else ask for a new invitation.',
  },
  menu: {
    waiting: 'waiting', sales: 'Sales', goods: 'Goods', shop: 'Shop', staff: 'Staff', behind: 'Behind the scenes',
  },
  news: { bell: 'Inbox: %{smart_count} unread', one: 'New in the inbox: %{title}' },
  search: {
    placeholder: 'Order, customer, product or page', results: 'Results', pages: 'Pages',
    busy: 'Searching …', failed: 'Not everything could be searched.',
    found: '%{smart_count} result |||| %{smart_count} results',
  },
  shortcuts: {
    title: 'Keys', ctrl: 'Ctrl', field: 'To the search field', search: 'Search everything', help: 'These keys',
    escape: 'Closes what is open', tab: 'To the next link, button or field',
  },
  notFound: { title: 'Not found', text: 'There is no such page. The address is wrong, or the link is out of date.' },
  forbidden: { title: 'No access', text: 'Your role has no access to this page. An owner can change that.' },
};
