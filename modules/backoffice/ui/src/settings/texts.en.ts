export const texts = {
  title: 'Settings', text: 'A change counts at once, for orders that are placed from now on.',
  edit: 'Edit: %{group}', done: '%{group}: saved.', missing: 'Missing before the shop should sell: %{fields}.',
  pinned: 'set by %{key} in the configuration of the service', on: 'yes', off: 'no',
  groups: {
    profile: 'Shop', seller: 'Seller', bank: 'Bank account', tax: 'VAT', checkout: 'Checkout', loyalty: 'Points', mail: 'Mails',
  },
  languages: { en: 'English', de: 'German' },
  fields: {
    name: 'Name', email: 'Email', phone: 'Phone', website: 'Website', country: 'Country', timeZone: 'Time zone', locales: 'Languages',
    locale: 'Main language', orderUrl: 'Page of an order', productUrl: 'Page of a product', line1: 'Street and number',
    line2: 'Further line', postalCode: 'Postal code', city: 'City', vatId: 'VAT id', taxNumber: 'Tax number',
    register: 'Commercial register', managers: 'Managers', returnsAddress: 'Address for returns', iban: 'IBAN', bic: 'BIC',
    holder: 'Account holder', bank: 'Bank', rates: 'Rates', destinationRates: 'Rates of the country of destination',
    methods: 'Ways to pay', guestCheckout: 'Orders without an account', paymentDeadline: 'Waits for a transfer',
    cardDeadline: 'Waits for a card', lowStock: 'Low stock', enabled: 'Points are earned', pointsPerEuro: 'Points for each EUR',
    pointsPerShare: 'Points for sharing a product', voucherDays: 'Days that a voucher lasts', senderName: 'Sender',
    replyTo: 'Answers go to',
  },
  help: {
    timeZone: 'Where the shop\'s days begin, such as Europe/Berlin.', orderUrl: 'With {token}, for mails to guests.',
    productUrl: 'With {slug}.', bank: 'Its name; without an IBAN the account as a text.',
    rates: 'A line for each country: DE 19 7, that is standard and reduced percent, and perhaps the first day: DE 20 7 2027-01-01.',
    destinationRates: 'For shops that send more than 10 000 EUR a year to other member states.',
    paymentDeadline: 'Such as 72h.', cardDeadline: 'Such as 30m.', lowStock: 'At or below so many units the staff is notified.',
  },
};
