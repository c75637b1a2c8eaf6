import type { ReactElement } from 'react';
import { SelectArrayInput } from 'react-admin';
import {
  fulfillmentStatusValues, orderStageValues, paymentMethodValues, paymentStatusValues,
} from '../../generated/schema';
import { dayFilters } from '../ui/dayFilters';

type Translate = (key: string) => string;

/** A filter with several values at once, whose texts stand below the prefix. */
const several = (t: Translate, source: string, prefix: string, values: readonly string[]) => (
  <SelectArrayInput
    key={source}
    source={source}
    label={t(`orders.filters.${source}`)}
    choices={values.map((id) => ({ id, name: t(`${prefix}.${id}`) }))}
    sx={{ minWidth: 160 }}
  />
);

/** The filters of the list of orders, beside search and tabs. */
export const orderFilters = (t: Translate): ReactElement[] => [
  several(t, 'stage', 'ui.stages', orderStageValues),
  several(t, 'paymentStatus', 'ui.payments', paymentStatusValues),
  several(t, 'fulfillmentStatus', 'ui.fulfillments', fulfillmentStatusValues),
  several(t, 'paymentMethod', 'ui.payments', paymentMethodValues),
  ...dayFilters(t),
];
