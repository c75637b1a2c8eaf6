import { remove } from '../ui/texts.en';

export const texts = {
  mayDo: 'May do', title: 'Staff', empty: 'You are alone. Invite somebody.',
  roles: {
    title: 'Roles', empty: 'There is no role.', new: 'New role', members: 'Members', everything: 'Everything',
    membersOf: '%{smart_count} member |||| %{smart_count} members', remove: remove('role'),
  },
  keys: {
    title: 'API keys', empty: 'Programs read and write with keys of their own; make one here.', new: 'New key',
    prefix: 'Begins with', lastUsed: 'Last used', expires: 'Ends', made: 'The key %{name}',
    remove: {
      button: 'Revoke', title: 'Revoke the key %{name}?', text: 'What uses it is refused within a second.',
      done: 'The key %{name} is revoked.',
    },
  },
  keyStates: { active: 'active', expired: 'expired', revoked: 'revoked' },
  left: {
    invitations: '%{smart_count} open invitation is withdrawn. |||| %{smart_count} open invitations are withdrawn.',
    keys: 'These API keys still work:',
  },
  change: { button: 'Change the role', title: 'Role of %{name}' },
  reset: {
    button: 'Reset the second factor', title: 'Reset the second factor of %{name}?',
    text: 'They are signed out everywhere, and sign in with the password alone until they add another.',
    done: '%{name} has no second factor.',
  },
  remove: {
    button: 'Remove from the staff', title: 'Remove %{name} from the staff?',
    text: 'They become a customer and cannot open the back office.', done: '%{name} is a customer now.',
  },
  factors: { totp: 'App', passkey: 'Passkey' },
  invitations: {
    title: 'Invitations', empty: 'Who runs the shop with you gets an invitation by mail; invite the first one here.',
    new: 'Invite somebody', send: 'Invite', done: 'An invitation is on its way to %{email}.',
    resend: {
      button: 'Send again', title: 'Send the invitation again?', text: '%{email} gets a new code; the former one ends.',
      done: 'The invitation is on its way to %{email}.',
      invalid_transition: 'The invitation is no longer open, so nothing was sent. You see how it is now.',
    },
    revoke: {
      button: 'Withdraw', title: 'Withdraw the invitation?', text: 'The code that %{email} has no longer works.',
      done: 'The invitation is withdrawn.',
      invalid_transition: 'The invitation is no longer open. You see how it is now.',
    },
  },
  invitationStates: { pending: 'open', accepted: 'accepted', revoked: 'withdrawn', expired: 'expired' },
  scopes: {
    self: 'Use one’s own account', orders_read: 'See orders and returns',
    orders_write: 'Pack and ship orders, change addresses, take returns in',
    refunds_write: 'Refund and cancel orders, decide on returns',
    payments_read: 'See what the payment provider is asked to do',
    payments_write: 'Mark orders as paid, ask the payment provider again', products_read: 'See products and pictures',
    products_write: 'Make and change products, brands, categories, collections, attributes and pictures',
    stock_read: 'See stock and its movements', stock_write: 'Count and adjust stock', promotions_read: 'See promotions',
    promotions_write: 'Make and change promotions', webhooks_read: 'See webhooks and what was sent',
    webhooks_write: 'Make and change webhooks, send events again',
    settings_read: 'See the settings of the shop and shipping methods',
    settings_write: 'Change the settings of the shop and shipping methods',
    customers_read: 'See customers, their addresses and points',
    customers_write: 'Disable, export and erase customers, end their sessions',
    wholesale_decide: 'Read wholesale applications and decide about them', reviews_moderate: 'Hide and show reviews',
    loyalty_adjust: 'Give and take points', mails_read: 'Read the mails that were sent',
    mails_write: 'Send mails again', audit_read: 'See who did what, and the log of events',
    audit_write: 'Try stuck events again', events_read: 'Read all events of the shop by a program',
    staff_read: 'See staff, roles and invitations', staff_write: 'Invite and remove staff, change roles',
    keys_write: 'Make and revoke API keys', reports_read: 'See sales, VAT and the counts of orders',
    invoices_read: 'See and export invoices', invoices_write: 'Issue and replace invoices',
  },
  readyRoles: {
    title: 'Ready roles', text: 'Roles that most shops need. Take one over; what it may do can be changed later.',
    owner: 'Owner', take: 'Take over', takeOf: 'Take over the role %{name}', done: 'There is the role %{name} now.',
    none: 'There is no role yet but the owner’s. Take one over, to invite somebody with it.',
    packer: {
      name: 'Packer', text: 'Sees orders, packs and ships them, takes returns in. No refunds, no customers’ accounts.',
    },
    assistant: {
      name: 'Shop assistant',
      text: 'Keeps products, stock, promotions and reviews, answers customers, ships, refunds and cancels.',
    },
    bookkeeper: { name: 'Bookkeeper', text: 'Sees orders, sales and customers, marks orders as paid and refunds.' },
  },
};
