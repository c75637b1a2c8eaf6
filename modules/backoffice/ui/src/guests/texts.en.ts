export const texts = {
  title: 'Guests', none: 'There is no such guest: erased, or the orders were claimed by an account.',
  empty: 'Those who order without an account appear here.', search: 'Name, email, phone or address', last: 'Last order',
  lastOrder: '%{smart_count} order, the last is %{number} |||| %{smart_count} orders, the last is %{number}',
  orders: 'Orders', spent: 'Spent', profile: 'Profile', mails: 'Mails', erase: 'Erase',
};
