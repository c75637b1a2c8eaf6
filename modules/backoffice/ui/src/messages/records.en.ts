const remove = (what: string) => ({ button: 'Delete', title: `Delete ${what} %{name}?`, text: 'This cannot be undone.', done: '%{name} is deleted.' });

// The texts of what is made, changed and removed in lists.
export const recordsEn = {
  secret: { text: 'Keep it now: it is shown only this once.', copy: 'Copy', copied: 'Copied.', close: 'I have kept it' },
  staffRoles: {
    title: 'Roles', empty: 'There is no role.', new: 'New role', name: 'Name', scopes: 'May do', members: 'Members', everything: 'Everything',
    membersOf: '%{smart_count} member |||| %{smart_count} members', remove: remove('role'),
  },
  keys: {
    title: 'API keys', empty: 'Programs read and write with keys of their own; make one here.', new: 'New key', name: 'Name', prefix: 'Begins with', status: 'State',
    lastUsed: 'Last used', expires: 'Ends', made: 'The key %{name}',
    remove: { button: 'Revoke', title: 'Revoke the key %{name}?', text: 'What uses it is refused within a second.', done: 'The key %{name} is revoked.' },
  },
  keyStates: { active: 'active', expired: 'expired', revoked: 'revoked' },
  staff: {
    title: 'Staff', empty: 'You are alone. Invite somebody.',
    left: { invitations: '%{smart_count} open invitation is withdrawn. |||| %{smart_count} open invitations are withdrawn.', keys: 'These API keys still work:' },
    change: { button: 'Change the role', title: 'Role of %{name}' },
    reset: { button: 'Reset the second factor', title: 'Reset the second factor of %{name}?', text: 'They are signed out everywhere, and sign in with the password alone until they add another.', done: '%{name} has no second factor.' },
    remove: { button: 'Remove from the staff', title: 'Remove %{name} from the staff?', text: 'They become a customer and cannot open the back office.', done: '%{name} is a customer now.' },
  },
  factors: { totp: 'App', passkey: 'Passkey' },
  invitations: {
    title: 'Invitations', empty: 'Who runs the shop with you gets an invitation by mail; invite the first one here.', new: 'Invite somebody', send: 'Invite', done: 'An invitation is on its way to %{email}.',
    resend: { button: 'Send again', title: 'Send the invitation again?', text: '%{email} gets a new code; the former one ends.', done: 'The invitation is on its way to %{email}.', invalid_transition: 'The invitation is no longer open, so nothing was sent. You see how it is now.' },
    revoke: { button: 'Withdraw', title: 'Withdraw the invitation?', text: 'The code that %{email} has no longer works.', done: 'The invitation is withdrawn.', invalid_transition: 'The invitation is no longer open. You see how it is now.' },
  },
  invitationStates: { pending: 'open', accepted: 'accepted', revoked: 'withdrawn', expired: 'expired' },
  webhooks: {
    title: 'Webhooks', empty: 'Other systems hear of every order by a webhook; make one here.', new: 'New webhook', url: 'Address', events: 'Events',
    eventsHelp: 'Names, or a beginning and *: ordering.*', description: 'Description', personalData: 'With personal data', enabled: 'Enabled', status: 'State', pending: 'Waiting',
    secretOf: 'Secret of %{url}', remove: remove('webhook'), one: 'Webhook to %{host}', none: 'There is no such webhook.',
    lastAnswer: 'Last success', failingSince: 'Failing since', disabledAt: 'Disabled', oldSecretUntil: 'The former secret ends', deliveries: 'Deliveries',
    disabledReasons: { admin: 'Somebody paused it.', gone: 'The receiver answered that it is gone (410).', failures: 'The receiver did not answer for three days.' },
    pause: { button: 'Pause', title: 'Pause this webhook?', text: 'What waits stays; what happens meanwhile is not sent. A replay fills the gap.', done: 'It is paused.' },
    resume: { button: 'Resume', title: 'Resume this webhook?', text: 'What waits is sent now, and so is what comes.', done: 'It is enabled.' },
    test: { button: 'Test', title: 'Send a test?', text: 'A test goes to %{url} now.', done: '', ok: 'It answered %{status} after %{ms} ms.', failed: 'It failed: %{status}, after %{ms} ms.' },
    rotate: { button: 'New secret', title: 'Make a new secret?', text: 'Requests are signed with both for 24 hours.', done: 'There is a new secret.' },
  },
  webhookStates: { active: 'active', failing: 'failing', disabled: 'disabled' },
  deliveries: {
    title: 'Webhook deliveries', empty: 'What is sent to your webhooks appears here, with its answers.', answer: 'Answer', anyEndpoint: 'All webhooks', type: 'Event', request: 'What was sent', notSent: 'There is no text to show: nothing was sent yet, or the log has ended.', log: 'Attempts', noAttempt: 'None yet.', took: '%{ms} ms', next: 'Next attempt', delivered: 'Delivered', close: 'Close',
    again: { button: 'Send again', title: 'Send this event again?', text: '%{type} is sent once more, with the same id.', done: 'It is on its way.' },
  },
  replays: {
    title: 'Replays', empty: 'Nothing was sent again.', start: 'Replay', startTitle: 'Send past events again?', from: 'From', to: 'Until', toHelp: 'Left empty: until now.',
    events: 'Only these events', eventsHelp: 'Left empty: all that the webhook hears.', queued: 'Events', done: 'The replay has begun.', status: 'State',
    stop: { button: 'Stop', title: 'Stop the replay?', text: 'What is on its way already is still sent.', done: 'The replay runs no longer.' },
  },
  replayStates: { running: 'running', done: 'done', stopped: 'stopped' },
  deliveryErrors: {
    dns: 'name not found', connect: 'no connection', tls: 'no secure connection', timeout: 'no answer in time', target_not_allowed: 'address not allowed', status: 'refused',
  },
  deliveryStates: { queued: 'Waiting', delivered: 'Delivered', failed: 'Failed', cancelled: 'Cancelled' },
  promotions: {
    title: 'Promotions', empty: 'Codes make a cart cheaper; make one here.', new: 'New promotion', code: 'Code', kind: 'Kind', value: 'Value', minimum: 'From a cart of (EUR)',
    starts: 'Begins', ends: 'Ends', limit: 'Uses at most', perCustomer: 'Uses by one customer at most', active: 'Active', window: 'When', always: 'always', used: 'Used', remove: remove('promotion'),
  },
  promotionKinds: { percent: 'Percent', amount: 'Amount in EUR' },
  promotionStates: { off: 'off', planned: 'planned', over: 'ended', running: 'running' },
  shipping: {
    title: 'Shipping methods', empty: 'Nobody can order before there is a way to ship; make one here.', new: 'New shipping method', name: 'Name', countries: 'Countries',
    countriesHelp: 'None is every country.', price: 'Price in EUR', freeFrom: 'Free from (EUR)', minDays: 'Days at least', maxDays: 'Days at most', days: 'Days',
    on: 'active', off: 'off', remove: remove('shipping method'),
  },
  brands: { title: 'Brands', empty: 'Customers find products by their brand; make the first one here.', new: 'New brand', remove: remove('brand') },
  categories: { title: 'Categories', empty: 'Categories are the shelves of the shop; make the first one here.', new: 'New category', remove: remove('category') },
  taxonomy: { slug: 'Name in addresses', slugHelp: 'Made from the name when left empty.', logo: 'Address of the logo', logoOf: 'Logo', parent: 'Below', top: 'At the top', changed: 'Changed', products: 'Products',
    productsOf: '%{smart_count} product |||| %{smart_count} products', chooseOne: 'Choose a category.', newBelow: 'New category below', move: 'Move', moveTitle: 'Where should %{name} go?',
    keys: 'Arrow keys walk through the tree.' },
  inbox: { title: 'Inbox', empty: 'News of the shop appears here, such as orders and returns.', what: 'What', text: 'Text', when: 'When', unread: 'Unread', readAll: 'Mark all as read' },
  products: {
    title: 'Products', none: 'There is no such product.', empty: 'What the shop sells is here. Make the first product, or import many from a file.', search: 'Name or SKU', brand: 'Brand', variants: 'Variants', from: 'From',
    basics: 'Basics', description: 'Description', categories: 'Categories', slug: 'Name in addresses', tax: 'VAT', options: 'Options', wholesale: 'Wholesale', inShop: 'Open in the shop',
    publish: { button: 'Publish', title: 'Publish %{name}?', text: 'Everybody sees it in the shop.', done: '%{name} is in the shop.' },
    unpublish: { button: 'Take out of the shop', title: 'Take %{name} out of the shop?', text: 'It becomes a draft.', done: '%{name} is a draft.' },
    archive: { button: 'Archive', title: 'Archive %{name}?', text: 'It leaves the shop. Orders keep it.', done: '%{name} is archived.' },
    import: {
      button: 'Import', title: 'Import products', text: 'A CSV as the export writes it: a line a variant. Lines that are wrong are left out and listed.', file: 'CSV file',
      report: '%{rows} lines: %{saved} products saved, %{failed} failed.', line: 'Line', column: 'Column', fault: 'What is wrong',
    },
  },
  productStates: { draft: 'Draft', active: 'In the shop', archived: 'Archived' },
  taxClasses: { standard: 'standard', reduced: 'reduced', zero: 'none' },
};
