import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Shipping methods', empty: 'Nobody can order before there is a way to ship; make one here.',
  new: 'New shipping method', countries: 'Countries', countriesHelp: 'None is every country.', price: 'Price in EUR',
  freeFrom: 'Free from (EUR)', minDays: 'Days at least', maxDays: 'Days at most', days: 'Days', on: 'active',
  off: 'off', active: 'Active', remove: remove('shipping method'), tabs: { all: 'All', true: 'Active', false: 'Off' },
};
