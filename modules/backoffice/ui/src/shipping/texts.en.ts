import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Shipping methods', empty: 'Nobody can order before there is a way to ship; make one here.',
  new: 'New shipping method', noSuch: 'There is no such shipping method.', basics: 'Basics', countries: 'Countries',
  countriesHelp: 'None is every country.', price: 'Price in EUR', priceHelp: 'For every parcel, unless the method has a table of rates.',
  freeFrom: 'Free from (EUR)', minDays: 'Days at least', maxDays: 'Days at most', days: 'Days', on: 'active', off: 'off',
  active: 'Active', remove: remove('shipping method'), tabs: { all: 'All', true: 'Active', false: 'Off' },
  kind: 'Kind', kindHelp: 'Pickup: buyers collect the goods at the seller\'s address, at no cost.',
  kinds: { delivery: 'Delivery', pickup: 'Pickup' }, texts: 'What buyers read', byTable: '%{smart_count} rate |||| %{smart_count} rates',
  pickup: 'Buyers collect the goods at the seller\'s address (Settings), at no cost. It is offered as soon as there is one.',
  rates: {
    title: 'Rates', row: 'Row', countries: 'Countries', postalPrefixes: 'Postal codes begin with', fromGrams: 'From weight (g)',
    fromGoods: 'From goods (EUR)', price: 'Price (EUR)', cell: '%{cell}, row %{number}',
    text: 'Of the rows that fit counts the one with the longest beginning of the postal code, then one that names the country, then the ' +
      'highest value of goods, then the highest weight. Where none fits, the method is not offered.',
    blank: { countries: 'all', postalPrefixes: 'any', fromGrams: '0', fromGoods: '0', price: '' },
    none: 'Each parcel costs the same. Add rates where the price depends on country, postal code, weight or goods: they take its place.',
    add: 'Add a row', sort: 'Sort', copy: 'Copy row %{number}', remove: 'Remove row %{number}', save: 'Save the rates',
    saved: 'Saved: %{smart_count} row. |||| Saved: %{smart_count} rows.',
    conflict: 'Somebody else has changed the rates since you opened them. Theirs have %{smart_count} row. |||| Somebody else has changed the ' +
      'rates since you opened them. Theirs have %{smart_count} rows.',
    theirs: 'Take theirs', mine: 'Keep mine',
  },
  file: {
    button: 'Import CSV', help: 'A file takes the place of the whole table. Its columns are those of the export.',
    unsaved: 'Save the changes, or undo them, before a file takes the place of the table.',
  },
  trial: {
    title: 'Try it', text: 'What does a parcel cost? The rates count as they stand above, saved or not.', country: 'To', postalCode: 'Postal code',
    grams: 'Weight of the goods (g)', goods: 'Goods (EUR)', wrong: 'Type weight and goods as numbers.',
    price: 'It costs %{price}.', byRow: 'It costs %{price}, by row %{number}.', free: 'It costs nothing: there are enough goods.',
    not: { country: 'Not offered: the method does not go there.', row: 'Not offered: no row fits.' },
    packaging: 'The packaging adds %{grams} g (Settings).', asksCode: 'Here prices depend on the postal code.',
  },
};
