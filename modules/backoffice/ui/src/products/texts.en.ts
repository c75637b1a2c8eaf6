export const texts = {
  title: 'Products', none: 'There is no such product.',
  empty: 'What the shop sells is here. Make the first product, or import many from a file.', search: 'Name or SKU',
  brand: 'Brand', variants: 'Variants', from: 'From', basics: 'Basics', description: 'Description',
  categories: 'Categories', tax: 'VAT', options: 'Options', wholesale: 'Wholesale', inShop: 'Open in the shop',
  changed: 'Changed', export: 'Export',
  publish: {
    button: 'Publish', title: 'Publish %{name}?', text: 'Everybody sees it in the shop.',
    done: '%{name} is in the shop.',
  },
  unpublish: {
    button: 'Take out of the shop', title: 'Take %{name} out of the shop?', text: 'It becomes a draft.',
    done: '%{name} is a draft.',
  },
  archive: {
    button: 'Archive', title: 'Archive %{name}?', text: 'It leaves the shop. Orders keep it.',
    done: '%{name} is archived.',
  },
  import: { button: 'Import' }, states: { draft: 'Draft', active: 'In the shop', archived: 'Archived' },
  taxClasses: { standard: 'standard', reduced: 'reduced', zero: 'none' },
  filters: { brand: 'Brand', category: 'Category', tax: 'VAT class', stock: 'Stock' },
  bulk: {
    publish: {
      button: 'Publish', title: 'Publish %{smart_count} product? |||| Publish %{smart_count} products?',
      text: 'Everybody sees it in the shop. |||| Everybody sees them in the shop.',
    },
    archive: {
      button: 'Archive', title: 'Archive %{smart_count} product? |||| Archive %{smart_count} products?',
      text: 'It leaves the shop. Orders keep it. |||| They leave the shop. Orders keep them.',
    },
  },
  editor: {
    saveChosen: 'Save what is chosen', takeTheirs: 'Take theirs', keepMine: 'Keep mine', back: 'Back to the product',
    quick: 'Quick edit', new: 'New product', save: 'Save', saved: '%{name} is saved.', undo: 'Undo changes',
    unsaved: 'There are unsaved changes.',
    faults: '%{smart_count} field is not right. |||| %{smart_count} fields are not right.', none: 'None',
    archived: 'This product is archived: it is not sold.', duplicate: 'Duplicate', copyOf: 'Copy of %{name}',
    option: 'Option', optionName: 'Name of the option', values: 'Values',
    valuesHelp: 'Type values with commas between, and press Enter.', addOption: 'Add an option',
    removeOption: 'Remove the option %{name}', remove: 'Remove %{name}', price: 'Price', compareAt: 'Compare-at price',
    weight: 'Weight (g)', tiers: 'Prices from a quantity on', from: 'From', addTier: 'Add a price for a quantity',
    variant: 'Variant %{number}', range: '%{from}–%{to}: %{price}', rangeOpen: 'from %{from}: %{price}',
    preview: 'Wholesale accounts pay each:', url: 'Address (https)', alt: 'What the picture shows',
    addImage: 'Add a picture', up: 'Move %{name} up', down: 'Move %{name} down', picture: 'picture %{number}',
    noImages: 'There is no picture yet.', main: 'Main picture', makeMain: 'Make it the main picture',
    dragHelp: 'Drag a picture to another place. The first is the main picture of the shop.', when: 'When', what: 'What',
    who: 'Who', noHistory: 'Nothing has happened yet.',
    tabs: { basics: 'Basics', variants: 'Variants', images: 'Images', history: 'History' },
    tierFaults: { quantity: 'Quantities must be whole and rise.', price: 'Prices must fall.' },
    leaveOut: {
      button: 'Leave out', title: 'Leave %{smart_count} variant out? |||| Leave %{smart_count} variants out?',
      text: 'It is no longer sold once the product is saved. Orders keep it, and its stock stays with its SKU. |||| ' +
        'They are no longer sold once the product is saved. Orders keep them, and their stock stays with their SKUs.',
    },
  },
  stockLevels: { low: 'Low', out: 'Sold out' },
};
