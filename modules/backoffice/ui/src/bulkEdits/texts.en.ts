export const texts = {
  title: 'Bulk edits', none: 'There is no such bulk edit.', empty: 'What was done to many products at once is here for 90 days.',
  action: 'What', changed: 'Changed', failed: 'Failed', actor: 'By', counts: '%{changed} of %{total}', undoOf: 'Undo of: %{text}', open: 'Open',
  results: 'Products', noResults: 'There is none.', why: 'Why',
  someFailed: '%{smart_count} product was not changed. |||| %{smart_count} products were not changed.',
  dialog: {
    button: 'Change…', title: 'Change many products', start: 'Start', of: 'Products', kind: 'Change', percent: 'Percent',
    chosen: 'the %{smart_count} that is chosen |||| the %{smart_count} that are chosen',
    matching: 'the %{smart_count} that matches the filters |||| all %{smart_count} that match the filters',
    percentHelp: 'With one decimal; below 0 lowers the prices. Half a cent is rounded up.', wholesalePrices: 'The wholesale prices too',
    attribute: 'Attribute', values: 'Values', valuesHelp: 'As the service keeps them: those of a choice, a number like 12.5, true or false.',
    tags: 'Tags', started: 'The change of %{smart_count} product has begun. |||| The change of %{smart_count} products has begun.',
    taxClasses: { standard: 'standard', reduced: 'reduced', zero: 'none' }, category: 'Category', taxClass: 'VAT class',
    kinds: {
      publish: 'Publish', archive: 'Archive', change_prices: 'Raise or lower prices', add_category: 'Add to a category',
      remove_category: 'Take out of a category', set_tax_class: 'Set the VAT class', set_attribute: 'Set an attribute',
      remove_attribute: 'Remove an attribute', add_tags: 'Add tags', remove_tags: 'Remove tags',
    },
  },
  states: { running: 'Running', done: 'Done' },
  outcomes: { pending: 'Waiting', changed: 'Changed', unchanged: 'As wanted before', changed_since: 'Changed since', failed: 'Failed' },
  facts: {
    title: 'What became of it', changed: 'Changed', unchanged: 'As wanted before', changedSince: 'Left, since they were changed since', failed: 'Failed',
    actor: 'By', createdAt: 'Begun', undoOf: 'Takes back', undoneBy: 'Undone by',
  },
  undo: {
    button: 'Undo', title: 'Undo the change of %{smart_count} product? |||| Undo the change of %{smart_count} products?',
    text: 'It gets its former value, unless it was changed since. |||| They get their former values, but for those that were changed since.',
    done: 'The undo has begun.',
  },
  goOn: {
    button: 'Try the failed again', title: 'Undo the change of %{smart_count} product that has failed? |||| Undo the change of %{smart_count} products that have failed?',
    text: 'What stood in the way of it should be mended before: it is in the list below. |||| What stood in the way of them should be mended before: it is in the list below.',
    done: 'The undo goes on.',
  },
};
