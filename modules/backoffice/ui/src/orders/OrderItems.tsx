import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Money } from '../ui/Money';
import { Part } from '../ui/DetailPage';

/** What became of the units of a line: its columns. */
const progress = ['shipped', 'returned', 'left'] as const;

/** The VAT rates of an order. */
const ratesOf = (order: Schemas['AdminOrder']) => {
  const rates = [...new Set(order.items.map((item) => item.taxRate))].sort((a, b) => a - b);
  return ` (${rates.map((rate) => `${rate} %`).join(', ')})`;
};

/** The lines of an order and its sums. */
export function OrderItems({ order }: { order: Schemas['AdminOrder'] }) {
  const translate = useTranslate();
  const sums: [string, number][] = [
    [translate('orders.subtotal'), order.subtotal],
    ...order.discounts.map((d): [string, number] => [`${translate('orders.discount')} ${d.code}`, -d.amount]),
    [`${translate('orders.shipping')} (${order.shippingMethod.name})`, order.shippingTotal],
    [`${translate('orders.tax')}${ratesOf(order)}`, order.taxTotal],
  ];
  if (order.payment.refundedTotal > 0) sums.push([translate('orders.refunded'), -order.payment.refundedTotal]);
  return (
    <Part title={translate('orders.items')}>
      <TableContainer tabIndex={0} role="region" aria-label={translate('orders.items')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('orders.article')}</TableCell>
              <TableCell align="right">{translate('orders.quantity')}</TableCell>
              {progress.map((name) => <TableCell key={name} align="right">{translate(`order.${name}`)}</TableCell>)}
              <TableCell align="right">{translate('orders.price')}</TableCell>
              <TableCell align="right">{translate('orders.sum')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {order.items.map((item) => (
              <TableRow key={item.id}>
                <TableCell>
                  {item.name}
                  <Typography variant="body2" color="textSecondary">
                    {[item.sku, ...Object.values(item.options as Record<string, string>)].join(' · ')}
                  </Typography>
                </TableCell>
                <TableCell align="right">{item.quantity}</TableCell>
                <TableCell align="right">{item.shippedQuantity}</TableCell>
                <TableCell align="right">{item.returnedQuantity}</TableCell>
                <TableCell align="right">{order.status === 'cancelled' ? 0 : item.quantity - item.shippedQuantity}</TableCell>
                <TableCell align="right"><Money of={item.unitPrice} /></TableCell>
                <TableCell align="right"><Money of={item.lineTotal} /></TableCell>
              </TableRow>
            ))}
            {sums.map(([name, amount]) => (
              <TableRow key={name}>
                <TableCell colSpan={6} align="right">{name}</TableCell>
                <TableCell align="right"><Money of={amount} /></TableCell>
              </TableRow>
            ))}
            <TableRow>
              <TableCell colSpan={6} align="right"><strong>{translate('orders.total')}</strong></TableCell>
              <TableCell align="right"><strong><Money of={order.total} /></strong></TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </TableContainer>
    </Part>
  );
}
