export const texts = {
  title: 'Stock', empty: 'How much there is of each variant is counted here. Make a product first.',
  line: '%{onHand} on hand, %{available} available', ledger: 'Movements', ledgerOf: 'Movements of %{sku}',
  newProduct: 'New product',
  count: {
    button: 'Count', title: 'Count %{sku}', text: '%{onHand} should be there, %{reserved} of them reserved by orders.',
    done: '%{sku}: %{onHand} on hand.',
  },
  adjust: { button: 'Adjust', title: 'Adjust %{sku}', by: 'Difference', text: '%{before} → %{after}' },
  movements: { when: 'When', why: 'Why', onHand: 'On hand', reserved: 'Reserved', order: 'Order', actor: 'By' },
  reasons: {
    count: 'Counted', adjust: 'Adjusted', reserve: 'Reserved', release: 'Released', ship: 'Shipped', return: 'Returned',
    undelivered: 'Did not arrive', write_off: 'Written off',
  },
  levels: { all: 'All', low: 'Low', out: 'Sold out' },
  counting: {
    search: 'Product or SKU', title: 'Count', product: 'Product', of: 'On hand of %{sku}',
    save: 'Enter saves, Escape takes it back.', wrong: 'A whole number, please.', scan: 'Scan or type an SKU',
    number: 'Counted', unknown: 'No variant has the SKU %{sku}.',
    found: '%{name}: %{onHand} on hand, %{reserved} reserved.',
    help: 'SKU, Enter, number, Enter. Or paste lines of a sheet: SKU and number.',
    noNumber: '%{sku}: there is no number in its line.', tooMany: 'At most %{most} lines at once.',
    latest: 'Counted last', was: '%{sku}: %{before} → %{after}', refused: '%{sku}: %{why}',
    reserved: 'Reserved by orders: %{reserved}.', buyer: 'the buyer', system: 'the service', key: 'an API key',
    staff: 'the staff', you: 'you',
  },
};
