export const texts = {
  title: 'Reviews', empty: 'Customers review what they bought; their reviews appear here.', rating: 'Stars',
  message: 'Text', author: 'Author', written: 'Written', search: 'Text', product: 'Product', anyRating: 'Any stars',
  stars: '%{smart_count} star |||| %{smart_count} stars', verified: 'bought it',
  hide: {
    button: 'Hide', title: 'Hide this review?', text: 'It disappears from the shop. %{author} reads your reason.',
    done: 'The review is hidden.',
    already: 'Somebody has hidden it already. Its author reads the first reason: %{reason}',
  },
  show: {
    button: 'Show', title: 'Show this review again?', text: 'It is in the shop again.', done: 'The review is shown.',
  },
  states: { visible: 'Shown', hidden: 'Hidden' },
  bulk: {
    hide: {
      button: 'Hide', title: 'Hide %{smart_count} review? |||| Hide %{smart_count} reviews?',
      text: 'They disappear from the shop. Each author reads your reason.',
    },
  },
};
