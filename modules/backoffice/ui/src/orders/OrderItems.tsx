import { Divider, Stack, Table, TableBody, TableCell, TableHead, TableRow, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Money, euros } from '../ui/Money';
import { Part } from '../ui/DetailPage';
import { unitsLeft } from './parcel';

type Order = Schemas['AdminOrder'];
type Item = Order['items'][number];

/** What became of the units of a line: the names of its columns. */
const progress = ['shipped', 'returned', 'cancelled', 'left'] as const;

const progressOf = (order: Order, item: Item) => ({
  shipped: item.shippedQuantity,
  returned: item.returnedQuantity,
  cancelled: item.cancelled,
  left: unitsLeft(order, item),
});

const articleOf = (item: Item) => [item.sku, ...Object.values(item.options as Record<string, string>)].join(' · ');

/** The text of an amount, which says so where the order's amounts are without VAT. */
const textOf = (order: Order, name: string) => `orders.${name}${order.priceMode === 'net' ? 'Net' : ''}`;

/** The lines of an order and its sums. */
export function OrderItems({ order }: { order: Order }) {
  const translate = useTranslate();
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Part title={translate('orders.items')}>
      {order.priceMode === 'net' && <Typography color="textSecondary">{translate('orders.net')}</Typography>}
      {onPhone ? <ItemsOfPhone order={order} /> : <ItemTable order={order} />}
      <Sums order={order} />
    </Part>
  );
}

function ItemTable({ order }: { order: Order }) {
  const translate = useTranslate();
  return (
    <Table size="small" sx={{ '& th, & td': { px: 1 } }}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('orders.article')}</TableCell>
          <TableCell align="right">{translate('orders.quantity')}</TableCell>
          {progress.map((name) => <TableCell key={name} align="right">{translate(`orders.${name}`)}</TableCell>)}
          <TableCell align="right">{translate(textOf(order, 'price'))}</TableCell>
          <TableCell align="right">{translate(textOf(order, 'sum'))}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {order.items.map((item) => (
          <TableRow key={item.id}>
            <TableCell sx={{ width: '40%', overflowWrap: 'anywhere' }}>
              {item.name}
              <Typography variant="body2" color="textSecondary">{articleOf(item)}</Typography>
            </TableCell>
            <TableCell align="right">{item.quantity}</TableCell>
            {progress.map((name) => <TableCell key={name} align="right">{progressOf(order, item)[name]}</TableCell>)}
            <TableCell align="right"><Money of={item.unitPrice} /></TableCell>
            <TableCell align="right"><Money of={item.lineTotal} /></TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ItemsOfPhone({ order }: { order: Order }) {
  const translate = useTranslate();
  return (
    <Stack component="ul" divider={<Divider component="li" aria-hidden />} spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {order.items.map((item) => (
        <li key={item.id}>
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between' }}>
            <span>{item.name}</span>
            <Money of={item.lineTotal} />
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {articleOf(item)}
            <br />
            {item.quantity} × <Money of={item.unitPrice} />
            {progress.map((name) => ` · ${translate(`orders.${name}`)}: ${progressOf(order, item)[name]}`)}
          </Typography>
        </li>
      ))}
    </Stack>
  );
}

function Sums({ order }: { order: Order }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const taxText = (t: Order['taxes'][number]) => {
    if (t.reason) return translate('ui.tax.none', { reason: translate(`ui.tax.reasons.${t.reason}`) });
    const values = { rate: t.rate.toLocaleString(locale), net: euros(t.net, locale), gross: euros(t.gross, locale) };
    return translate(order.priceMode === 'net' ? 'orders.taxOn' : 'orders.tax', values);
  };
  const sums: [string, number][] = [
    [translate(textOf(order, 'subtotal')), order.subtotal],
    ...order.discounts.map((d): [string, number] => (d.shipping > 0
      ? [translate('orders.freeShipping', { name: d.name, saved: euros(d.shipping, locale) }), 0]
      : [`${translate('orders.discount')} ${d.code || d.name}`, -d.amount])),
    [`${translate(textOf(order, 'shipping'))} (${order.shippingMethod.name})`, order.shippingTotal],
    ...order.taxes.map((t): [string, number] => [taxText(t), t.tax]),
  ];
  sums.push([translate(textOf(order, 'total')), order.total]);
  const { refundedTotal, received, due } = order.payment;
  const after: [string, number][] = refundedTotal > 0
    ? [[translate('orders.refunded'), -refundedTotal], [translate('orders.kept'), (Math.round(order.total * 100) - Math.round(refundedTotal * 100)) / 100]]
    : [];
  if (due > 0 && received > 0) after.push([translate('orders.received'), received], [translate('orders.due'), due]);
  return (
    <Table size="small" sx={{ mt: 2, '& td': { border: 0, px: 1 }, '& tr[data-total] td': { fontWeight: 'bold' } }}>
      <TableBody>
        {[...sums, ...after].map(([name, amount], i) => (
          <TableRow key={name} data-total={i === sums.length - 1 ? '' : undefined}>
            <TableCell align="right">{name}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: '1%' }}><Money of={amount} /></TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
