import { remove } from '../ui/texts.en';

export const texts = {
  description: 'Description', position: 'Position', positionHelp: 'Lower ones stand first; equal ones by name.', image: 'Picture',
  sameImage: 'the picture as it was', otherImage: 'another picture',
  logo: 'Address of the logo', parent: 'Below', top: 'At the top', changed: 'Changed', products: 'Products',
  productsOf: '%{smart_count} product |||| %{smart_count} products', chooseOne: 'Choose a category.',
  newBelow: 'New category below', move: 'Move', moveTitle: 'Where should %{name} go?',
  keys: 'Arrow keys walk through the tree.',
  brands: {
    title: 'Brands', empty: 'Customers find products by their brand; make the first one here.', new: 'New brand',
    remove: remove('brand'),
  },
  categories: {
    title: 'Categories', empty: 'Categories are the shelves of the shop; make the first one here.', new: 'New category',
    remove: remove('category'),
  },
};
