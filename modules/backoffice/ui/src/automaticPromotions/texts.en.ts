import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Automatic promotions', empty: 'These make a cart cheaper without a code; make one here.',
  new: 'New automatic promotion', name: 'Name', nameHelp: 'Customers see it in the cart and on the order. To lower prices for everybody, make a price plan: the lowest price of 30 days counts that alone.', kind: 'Kind',
  value: 'Value', valueHelp: 'Percent, or EUR; with Buy and get 100 percent is free; with free shipping the most that it takes off, so that dear ways of shipping stay paid.',
  minimum: 'From a cart of (EUR)', minimumHelp: 'With an amount, more than the amount.', freeUpTo: 'Free shipping up to %{amount}', audience: 'For', starts: 'Begins', ends: 'Ends', active: 'Active',
  window: 'When', search: 'Name', remove: remove('automatic promotion'),
  products: 'Products', productsHelp: 'None: it counts for all. Else it takes off what these cost, or the shipping of a cart that has one of them; the cart still has to reach its value.',
  buy: 'Buy (units)', get: 'Get cheaper (units)', getHelp: 'Three for two: buy 2, get 1, at 100 percent. The cheapest units of the cart are the cheaper ones.',
  moreFree: '%{all} for %{buy}', moreCheaper: 'Buy %{buy}, get %{get} at −%{percent} %',
  allProducts: 'all',
  kinds: { percent: 'Percent', amount: 'Amount in EUR', free_shipping: 'Free shipping', buy_x_get_y: 'Buy and get' },
  audiences: { everybody: 'everybody', retail: 'retail customers and guests', wholesale: 'wholesale customers' },
  states: { off: 'off', planned: 'planned', over: 'ended', running: 'running' },
  off: {
    button: 'Switch off', title: 'Switch %{name} off?',
    text: 'Carts lose the discount at once. Orders keep it.', done: '%{name} is off.',
  },
  tabs: { all: 'All', true: 'Active', false: 'Off' },
};
