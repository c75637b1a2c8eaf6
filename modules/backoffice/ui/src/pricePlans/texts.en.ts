export const texts = {
  title: 'Price plans', none: 'There is no such price plan.', new: 'New price plan',
  empty: 'Prices and publishing from a day to a day, such as a sale: they change by themselves, and the former prices come back.',
  starts: 'Starts', ends: 'Ends', open: 'open', whatColumn: 'What', failed: 'Failed', why: 'Why', results: 'Results', noResults: 'There is none.',
  what: 'Prices: %{prices}, publish: %{publish}, archive: %{archive}',
  startsAt: 'Starts (%{zone})', endsAt: 'Ends (%{zone})', endsAtHelp: 'Empty: until you end it.',
  prices: 'Prices', pricesHelp: 'A line for each variant: SKU; price, and maybe ; price to compare with ; was or rrp (else as now). It may be pasted from a spreadsheet.',
  publish: 'Publish at the start', archive: 'Archive at the end', line: 'Line %{number}: %{fault}', more: 'And %{number} more lines.',
  addProduct: 'Add the variants of a product', addProductHelp: 'They are added with the prices that they have now.',
  editEntries: 'Change prices and products',
  someFailed: '%{smart_count} entry could not be done. |||| %{smart_count} entries could not be done.',
  someLeft: '%{smart_count} price was left at the end: it had been changed meanwhile. |||| %{smart_count} prices were left at the end: they had been changed meanwhile.',
  statuses: { scheduled: 'Scheduled', active: 'Active', ended: 'Ended', cancelled: 'Cancelled' },
  states: {
    pending: 'Waiting', applied: 'Done', unchanged: 'As wanted before', failed: 'Failed', skipped: 'Not done', restored: 'Price is back',
    changed_since: 'Left, changed meanwhile', not_restored: 'Could not come back',
  },
  kinds: { price: 'Price', publish: 'Publish', archive: 'Archive' },
  facts: {
    title: 'The plan', status: 'Status', startsAt: 'Starts', endsAt: 'Ends', zone: 'Time zone', prices: 'Prices', publish: 'Products to publish',
    archive: 'Products to archive', pending: 'Waiting', actor: 'Changed last by',
  },
  cancel: { button: 'Cancel the plan', title: 'Cancel “%{name}”?', text: 'It has not begun, and does nothing then.', done: 'The plan is cancelled.' },
  endNow: {
    button: 'End now', title: 'End “%{name}” now?', text: 'The former prices come back, and products are archived, as at its end.',
    done: 'The plan is over. The former prices come back.',
  },
  keep: {
    button: 'Keep the prices', title: 'Keep the prices of “%{name}”?', text: 'The plan is over then. Its prices stay, and nothing is archived.',
    done: 'The plan is over. Its prices stay.',
  },
};
