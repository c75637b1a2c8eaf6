import { Box, Button, Card, CardContent, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../types';
import { Commands, DetailPage } from '../ui/DetailPage';
import { Time } from '../ui/Time';
import { useShopName } from '../ui/useShopName';
import { linesOf } from './addressParts';
import { contentOf, leftOf, type Packed } from './parcel';
import { useShipmentName } from './useShipmentName';

type Order = Schemas['AdminOrder'];

/** What to pack, to be printed: a shipment of an order, or what is left of it. */
export default function SlipPage() {
  const translate = useTranslate();
  const [parameters] = useSearchParams();
  return (
    <DetailPage<Order> resource="orders" title={(o) => translate('orders.slip.title', { number: o.number })} none={translate('orders.none')}>
      {({ record: order }) => {
        const wanted = parameters.get('shipment');
        const shipment = order.shipments.find((s) => s.id === wanted);
        const packed = shipment ? contentOf(order, shipment) : wanted ? [] : leftOf(order);
        return (
          <>
            <Box sx={{ displayPrint: 'none' }}>
              <Commands>
                <Button variant="contained" disabled={packed.length === 0} onClick={() => window.print()}>{translate('orders.slip.print')}</Button>
                <Button component={Link} to={`/orders/${order.id}`}>{translate('orders.slip.back')}</Button>
              </Commands>
            </Box>
            <Slip order={order} shipment={shipment} packed={packed} />
          </>
        );
      }}
    </DetailPage>
  );
}

/** On paper it has no frame, and is black whatever the theme is. */
const onPaper = { '@media print': { border: 0, background: 'none', '&, & *': { color: '#000 !important', borderColor: '#999 !important' } } };

function Slip({ order, shipment, packed }: { order: Order; shipment?: Schemas['Shipment']; packed: Packed[] }) {
  const translate = useTranslate();
  const { shipTo } = order;
  const shop = useShopName();
  const nameOf = useShipmentName();
  const facts: [string, React.ReactNode][] = [
    [translate('orders.address'), linesOf(shipTo)],
    [translate('orders.placed'), <Time at={order.placedAt} date />],
    [translate('orders.method'), order.shippingMethod.name],
  ];
  if (shipment) facts.push([translate('orders.slip.parcel'), nameOf(order, shipment)]);
  return (
    <Card variant="outlined" component="section" aria-label={translate('orders.slip.button')} sx={{ maxWidth: 800, ...onPaper }}>
      <CardContent>
        {shop && <Typography sx={{ mb: 1, fontWeight: 600 }}>{shop}</Typography>}
        <Typography variant="h2" sx={{ mb: 2 }}>{translate('orders.slip.title', { number: order.number })}</Typography>
        <Stack component="dl" direction="row" useFlexGap sx={{ m: 0, mb: 2, flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <Typography component="dt" variant="body2" color="textSecondary">{name}</Typography>
              <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line' }}>{value}</Typography>
            </div>
          ))}
        </Stack>
        {packed.length === 0 ? <Typography>{translate('orders.slip.nothing')}</Typography> : <Contents packed={packed} />}
      </CardContent>
    </Card>
  );
}

/** What to pack, with a box to tick at each line. */
function Contents({ packed }: { packed: Packed[] }) {
  const translate = useTranslate();
  return (
    <>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell align="right" sx={{ width: 0 }}>{translate('orders.quantity')}</TableCell>
            <TableCell>{translate('orders.article')}</TableCell>
            <TableCell align="right">{translate('orders.slip.packed')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {packed.map(({ item, quantity }) => (
            <TableRow key={item.id} sx={{ breakInside: 'avoid' }}>
              <TableCell align="right"><strong>{quantity}</strong></TableCell>
              <TableCell>
                <strong>{item.sku}</strong>
                <div>{[item.name, ...Object.values(item.options as Record<string, string>)].join(' · ')}</div>
              </TableCell>
              <TableCell align="right">☐</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Typography sx={{ mt: 2 }}>{translate('orders.slip.units', { smart_count: packed.reduce((sum, p) => sum + p.quantity, 0) })}</Typography>
    </>
  );
}
