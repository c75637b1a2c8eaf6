// The texts of products, their import, stock and promotions, beside those of their lists.
export const goodsEn = {
  productList: {
    brand: 'Brand', category: 'Category', tax: 'VAT class', stock: 'Stock', changed: 'Changed', export: 'Export',
    publish: {
      button: 'Publish', title: 'Publish %{smart_count} product? |||| Publish %{smart_count} products?',
      text: 'Everybody sees it in the shop. |||| Everybody sees them in the shop.',
    },
    archive: {
      button: 'Archive', title: 'Archive %{smart_count} product? |||| Archive %{smart_count} products?',
      text: 'It leaves the shop. Orders keep it. |||| They leave the shop. Orders keep them.',
    },
  },
  stockLevels: { all: 'All', low: 'Low', out: 'Sold out' },
  importing: {
    title: 'Import products', drop: 'Drop a CSV here, or choose one.', choose: 'Choose a file', file: 'CSV file', template: 'Template', back: 'Back to the products',
    text: 'A line is a variant, as in the export. The file is checked first; nothing is saved before you say so.',
    checking: 'Checking %{rows} lines…', saving: 'Saving %{rows} lines…', stop: 'Stop',
    stopped: 'Stopped. What was saved until then stays; importing the same file again saves the rest.',
    wouldDo: 'This is what the import would do:', did: 'The import is done:', nothing: 'The file changes nothing: everything in it is so already.',
    counts: { created: 'new products', updated: 'changed products', unchanged: 'unchanged products', failed: 'failed lines' },
    import: 'Import now', failedRows: 'Failed lines as CSV', errors: 'What is wrong', first: 'The first 1,000 are shown.',
    line: 'Line', column: 'Column', fault: 'What is wrong', code: 'Code', detail: 'Explanation', reason: 'reason',
    notText: 'This file is not in UTF-8, so that its special characters cannot be read. Save it as “CSV UTF-8”, or have it read as Windows-1252.',
    windows: 'Read as Windows-1252', tooLarge: 'The file is larger than 32 MB. Split it.', empty: 'The file is empty.',
  },
  counting: {
    search: 'Product or SKU',
    title: 'Count', product: 'Product', of: 'On hand of %{sku}', save: 'Enter saves, Escape takes it back.', wrong: 'A whole number, please.',
    scan: 'Scan or type an SKU', number: 'Counted', unknown: 'No variant has the SKU %{sku}.', found: '%{name}: %{onHand} on hand, %{reserved} reserved.',
    help: 'SKU, Enter, number, Enter. Or paste lines of a sheet: SKU and number.', noNumber: '%{sku}: there is no number in its line.', tooMany: 'At most %{most} lines at once.', latest: 'Counted last', was: '%{sku}: %{before} → %{after}', refused: '%{sku}: %{why}', reserved: 'Reserved by orders: %{reserved}.',
    actor: 'By', buyer: 'the buyer', system: 'the service', key: 'an API key', staff: 'the staff', you: 'you',
  },
  promoting: {
    off: { button: 'Switch off', title: 'Switch %{code} off?', text: 'Carts with the code lose the discount at once. Orders keep it.', done: '%{code} is off.' },
    example: 'Of a cart of %{cart} it takes off %{off}: %{pay} remain.', tabs: { all: 'All', true: 'Active', false: 'Off' }, search: 'Code',
    searchMethod: 'Name',
  },
  editor: {
    saveChosen: 'Save what is chosen', takeTheirs: 'Take theirs', keepMine: 'Keep mine', back: 'Back to the product', quick: 'Quick edit',
    tabs: { basics: 'Basics', variants: 'Variants', images: 'Images', history: 'History' },
    new: 'New product', save: 'Save', saved: '%{name} is saved.', undo: 'Undo changes', unsaved: 'There are unsaved changes.', faults: '%{smart_count} field is not right. |||| %{smart_count} fields are not right.',
    name: 'Name', status: 'State', none: 'None', archived: 'This product is archived: it is not sold.', duplicate: 'Duplicate', copyOf: 'Copy of %{name}',
    option: 'Option', optionName: 'Name of the option', values: 'Values', valuesHelp: 'Type values with commas between, and press Enter.', addOption: 'Add an option', removeOption: 'Remove the option %{name}', remove: 'Remove %{name}',
    price: 'Price', compareAt: 'Compare-at price', weight: 'Weight (g)', tiers: 'Prices from a quantity on', from: 'From', addTier: 'Add a price for a quantity', addVariant: 'Add a variant', variant: 'Variant %{number}',
    tierFaults: { quantity: 'Quantities must be whole and rise.', price: 'Prices must fall.' }, range: '%{from}–%{to}: %{price}', rangeOpen: 'from %{from}: %{price}', preview: 'Wholesale accounts pay each:',
    url: 'Address (https)', alt: 'What the picture shows', addImage: 'Add a picture', up: 'Move %{name} up', down: 'Move %{name} down', picture: 'picture %{number}', noImages: 'There is no picture yet.', main: 'Main picture', makeMain: 'Make it the main picture', dragHelp: 'Drag a picture to another place. The first is the main picture of the shop.',
    leaveOut: {
      button: 'Leave out', title: 'Leave %{smart_count} variant out? |||| Leave %{smart_count} variants out?',
      text: 'It is no longer sold once the product is saved. Orders keep it, and its stock stays with its SKU. |||| They are no longer sold once the product is saved. Orders keep them, and their stock stays with their SKUs.',
    },
    when: 'When', what: 'What', who: 'Who', noHistory: 'Nothing has happened yet.',
  },
};
