import type { Schemas } from '../types';
import type { BulkAction } from '../ui/BulkDialog';

type Order = Schemas['AdminOrder'];

/** What may be done with several orders at a time. euros formats the sum of their totals. */
export const bulkOf = (euros: (amount: number) => string): BulkAction<Order>[] => [
  { ...command('mark-paid', 'orders.bulk.markPaid', 'payments:write'), values: (orders) => ({ total: euros(sumOf(orders)) }) },
  command('process', 'orders.bulk.process', 'orders:write'),
];

const command = (action: 'mark-paid' | 'process', text: string, scope: string): BulkAction<Order> => ({
  text,
  scope,
  applies: (order) => order.allowedActions.includes(action),
  name: (order) => order.number,
  request: (order) => ({ path: `/v1/admin/orders/${order.id}/${action}` }),
});

/** The sum in cents, so that it is exact. */
const sumOf = (orders: Order[]) => orders.reduce((cents, order) => cents + Math.round(order.total * 100), 0) / 100;
