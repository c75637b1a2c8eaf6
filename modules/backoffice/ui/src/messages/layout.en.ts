// The texts of what all pages share.
export const layoutEn = {
  menu: { waiting: 'waiting', sales: 'Sales', goods: 'Goods', shop: 'Shop', staff: 'Staff', behind: 'Behind the scenes' },
  news: { bell: 'Inbox: %{smart_count} unread', one: 'New in the inbox: %{title}' },
  notice: { dismiss: 'Dismiss' },
  search: {
    title: 'Search everything', placeholder: 'Order, customer, product or page', results: 'Results', pages: 'Pages', busy: 'Searching …',
    failed: 'Not everything could be searched.', found: '%{smart_count} result |||| %{smart_count} results',
  },
  shortcuts: {
    title: 'Keys', ctrl: 'Ctrl', field: 'To the search field', search: 'Search everything', help: 'These keys', escape: 'Closes what is open',
    tab: 'To the next link, button or field',
  },
  pages: {
    notFound: { title: 'Not found', text: 'There is no such page. The address is wrong, or the link is out of date.' },
    missing: { title: 'Not loaded', text: 'A part of the back office could not be loaded. The service may just have been updated.' },
    forbidden: { title: 'No access', text: 'Your role has no access to this page. An owner can change that.' },
  },
  bulk: {
    title: 'Selection', selected: '%{smart_count} selected', clear: 'Clear the selection', selectPage: 'Select all rows of this page', selectOne: 'Select %{name}',
    left: '%{smart_count} is left out, since its state does not allow it: %{names} |||| %{smart_count} are left out, since their state does not allow it: %{names}',
    progress: 'Progress', done: '%{done} of %{all} done.', stop: 'Stop', again: 'Try the rest again (%{smart_count})', notBegun: 'not begun',
  },
  bulkOrders: {
    markPaid: {
      button: 'Mark paid', title: 'Mark %{smart_count} order paid? |||| Mark %{smart_count} orders paid?',
      text: '%{total} has arrived in all. The customers are told, and the orders can be packed.',
    },
    process: {
      button: 'Begin packing', title: 'Begin to pack %{smart_count} order? |||| Begin to pack %{smart_count} orders?',
      text: 'Once their orders are being packed, the customers can no longer cancel them.',
    },
  },
  bulkReviews: {
    hide: {
      button: 'Hide', title: 'Hide %{smart_count} review? |||| Hide %{smart_count} reviews?',
      text: 'They disappear from the shop. Each author reads your reason.',
    },
  },
  export: { button: 'Export CSV', progress: 'The file is being loaded', read: '%{size} kB' },
};
