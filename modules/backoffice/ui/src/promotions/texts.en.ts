import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Promotions', empty: 'Codes make a cart cheaper; make one here.', new: 'New promotion', code: 'Code',
  kind: 'Kind', value: 'Value', minimum: 'From a cart of (EUR)', starts: 'Begins', ends: 'Ends', limit: 'Uses at most',
  perCustomer: 'Uses by one customer at most', active: 'Active', window: 'When', always: 'always', used: 'Used',
  example: 'Of a cart of %{cart} it takes off %{off}: %{pay} remain.', search: 'Code', remove: remove('promotion'),
  kinds: { percent: 'Percent', amount: 'Amount in EUR' },
  states: { off: 'off', planned: 'planned', over: 'ended', running: 'running' },
  off: {
    button: 'Switch off', title: 'Switch %{code} off?',
    text: 'Carts with the code lose the discount at once. Orders keep it.', done: '%{code} is off.',
  },
  tabs: { all: 'All', true: 'Active', false: 'Off' },
};
