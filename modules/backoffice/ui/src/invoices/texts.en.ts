export const texts = {
  title: 'Invoices', none: 'There is no such document.', search: 'Number, order, name or company',
  empty: 'Invoices appear here with the first shipment of an order, once the shop has a seller.',
  number: 'Number', kind: 'Kind', issuedAt: 'Issued', buyer: 'Buyer', net: 'Without VAT', tax: 'VAT', gross: 'With VAT',
  rate: 'VAT rate', total: 'Total', lines: 'Lines', taxes: 'VAT rows', about: 'About', parties: 'Buyer and seller',
  refersTo: 'Refers to', later: 'Documents that refer to it', reason: 'Why it was replaced', suppliedAt: 'Supplied',
  dueAt: 'To be paid until', payment: 'Payment', paid: 'Paid when it was issued', language: 'Language',
  vatId: 'VAT id of the buyer', sellerVatId: 'VAT id of the seller', taxNumber: 'Tax number of the seller',
  shipTo: 'Shipping address', seller: 'Seller', ofOrder: 'Documents',
  article: 'Article', quantity: 'Quantity', shipping: 'Shipping',
  address: {
    fullName: 'Name', company: 'Company', line1: 'Street and number', line2: 'More of the address',
    postalCode: 'Postal code', city: 'City', state: 'State', country: 'Country', phone: 'Phone',
  },
  takenOff: 'These amounts are taken off the invoice.', noneOfOrder: 'No document has been issued.',
  noSeller: 'No invoice is issued while the settings have no seller.', toSettings: 'Open the settings',
  kinds: { invoice: 'Invoices', correction: 'Corrections', cancellation: 'Cancellations' },
  states: {
    invoice: 'Invoice', correction: 'Correction', cancellation: 'Cancellation', cancelled: 'Invoice, cancelled',
  },
  files: { unavailable: 'The file is still being made. Try again in a moment.' },
  issue: {
    button: 'Issue the invoice', title: 'Issue the invoice of order %{number} now?',
    text: 'It comes by itself with the first shipment. The buyer gets it by mail.',
    done: 'The invoice of order %{number} is issued.',
  },
  reissue: {
    button: 'Replace', title: 'Replace invoice %{number}?',
    text: 'The cancellation says it. The buyer gets it with the new invoice by mail.', other: 'To another address',
    done: '%{number} is cancelled, and %{issued} takes its place.',
  },
  export: {
    button: 'Export a period', title: 'Export the documents of a period', submit: 'Save as ZIP',
    text: 'All PDF and XML files of these days, with a list as CSV; at most 366 days.',
    unavailable: 'Some files are still being made. Try again in a moment.',
  },
};
