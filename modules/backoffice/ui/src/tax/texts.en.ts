export const texts = {
  title: 'VAT report', part: 'VAT of these days', days: 'Choose the first day and a last one that is not before it.',
  text: 'The VAT of all documents of a period, less what corrections and cancellations take off; at most 366 days.',
  none: 'No document was issued in these days.', total: 'Total', country: 'Country', scheme: 'Scheme',
  category: 'Category', rate: 'VAT rate', documents: 'Documents', net: 'Without VAT', tax: 'VAT', gross: 'With VAT',
  schemes: {
    domestic: 'Domestic', oss: 'Other member state (OSS)', intra_community: 'Intra-Community supply', export: 'Export',
  },
  categories: { S: 'Standard', Z: 'Zero rate', E: 'Exempt', G: 'Export', K: 'Intra-Community supply' },
};
