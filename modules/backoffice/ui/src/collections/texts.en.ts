import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Collections', empty: 'Collections gather goods across categories: gifts, a season. Make the first one here.', new: 'New collection',
  none: 'There is no such collection.', basics: 'Basics', published: 'Shown in the shop', on: 'shown', off: 'not shown',
  products: 'Products', noProducts: 'No products yet. Pick them, or let a rule find them.', byRule: 'by rule', rule: 'Rule',
  image: 'Picture', status: 'State', slug: 'Name in addresses', description: 'Description', position: 'Position',
  positionHelp: 'Lower ones stand first; equal ones by name.', changed: 'Changed', sameImage: 'the picture as it was',
  otherImage: 'another picture', productsOf: '%{smart_count} product |||| %{smart_count} products',
  pick: 'Pick products', pickTitle: 'Products of %{name}', setRule: 'Find by rule', ruleTitle: 'Rule of %{name}',
  ruleHelp: 'What the rule finds is in the collection, now and later. What is left empty does not filter.',
  everything: 'All products', stars: '%{smart_count} star or more |||| %{smart_count} stars or more',
  rules: {
    q: 'Words', brand: 'Brands', category: 'Categories', options: 'Options', optionsHelp: 'One in each line, as Color: White, Black',
    tag: 'Tags', attributes: 'Attributes', attributesHelp: 'One in each line by its code, as roast: dark, medium or weight: 250..500. Decimals have a point.',
    minPrice: 'Price from', maxPrice: 'Price up to', inStock: 'In stock', onSale: 'Reduced', minRating: 'Rating', sort: 'Order', any: 'Any',
  },
  sorts: {
    relevance: 'Best match', newest: 'Newest', price: 'Price, lowest first', '-price': 'Price, highest first', name: 'Name',
    '-rating': 'Best rating', rating: 'Best rating', bestselling: 'Best sellers', '-discount': 'Most reduced',
  },
  publish: { button: 'Show in the shop', title: 'Show %{name} in the shop?', text: 'It is in the shop at once.', done: '%{name} is shown.' },
  hide: { button: 'Hide', title: 'Hide %{name}?', text: 'Links to it lead nowhere meanwhile.', done: '%{name} is no longer shown.' },
  remove: remove('collection'),
};
