import type { ReactElement } from 'react';
import { DateInput, SelectArrayInput } from 'react-admin';

/** A filter with several values at once, whose texts stand below the prefix. */
const several = (source: string, label: string, text: (value: string) => string, values: string[]) => (
  <SelectArrayInput key={source} source={source} label={label} choices={values.map((id) => ({ id, name: text(id) }))} sx={{ minWidth: 160 }} />
);

/** A day as the filter has it: its beginning in the browser's zone, some days later. */
const beginning = (day: string, days: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
};

/** A moment as an input of type date has it: the day in the browser's zone, some days before. */
const dayOf = (moment: string, days: number) => {
  const at = new Date(moment);
  at.setDate(at.getDate() - days);
  return [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join('-');
};

const day = (source: string, label: string, days: number) => (
  <DateInput
    key={source}
    source={source}
    label={label}
    parse={(value: string) => (value ? beginning(value, days) : '')}
    format={(value: string) => (value ? dayOf(value, days) : '')}
  />
);

type Translate = (key: string) => string;

/** From a day to a day, both included. */
export const dayFilters = (t: Translate): ReactElement[] => [day('from', t('order.filters.from'), 0), day('to', t('order.filters.until'), 1)];

/** The filters of the list of orders, beside search and tabs. */
export const orderFilters = (t: Translate): ReactElement[] => [
  several('stage', t('order.filters.stage'), (v) => t(`stages.${v}`), [
    'awaiting_payment', 'placed', 'processing', 'partially_shipped', 'shipped', 'out_for_delivery', 'delivered', 'returned', 'cancelled',
  ]),
  several('paymentStatus', t('order.filters.payment'), (v) => t(`payments.${v}`), ['unpaid', 'paid', 'partially_refunded', 'refunded', 'failed']),
  several('fulfillmentStatus', t('order.filters.fulfillment'), (v) => t(`fulfillments.${v}`), [
    'unfulfilled', 'partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned',
  ]),
  several('paymentMethod', t('order.filters.method'), (v) => t(`payments.${v}`), ['bank_transfer', 'cash_on_delivery', 'invoice', 'card']),
  ...dayFilters(t),
];
