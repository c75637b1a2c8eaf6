import { Alert, AlertTitle, Box, Grid, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { OrderInvoices } from '../invoices/OrderInvoices';
import { MailsAbout } from '../mails/MailsAbout';
import { may } from '../providers';
import type { Schemas } from '../types';
import { type Detail, DetailPage, Part } from '../ui/DetailPage';
import { MetadataPart } from '../ui/MetadataPart';
import { useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { BillTo, ShipTo } from './OrderAddresses';
import { OrderCommands } from './OrderCommands';
import { OrderItems } from './OrderItems';
import { OrderNotes } from './OrderNotes';
import { OrderShipments } from './OrderShipments';
import { OrderTimeline } from './OrderTimeline';
import { stageTexts } from './pickup';

type Order = Schemas['AdminOrder'];

/** One order: what was bought, by whom, where it is, and what may be done next. */
export default function OrderPage() {
  const translate = useTranslate();
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <DetailPage<Order> resource="orders" title={(o) => (onPhone ? o.number : translate('orders.one', { number: o.number }))} none={translate('orders.none')}>
      {(detail) => (
        <>
          <Head order={detail.record} />
          <Dispute of={detail.record.payment.dispute} />
          <OnItsWay payment={detail.record.payment} />
          <OrderCommands {...detail} />
          <Grid container spacing={2}>
            <Grid size={{ xs: 12, md: 8 }}>
              <Stack spacing={2}>
                <OrderItems order={detail.record} />
                <OrderShipments {...detail} />
                {may('invoices:read') && <OrderInvoices order={detail.record} />}
                <OrderTimeline order={detail.record} />
                {may('mails:read') && <MailsAbout key={detail.record.updatedAt} about={detail.record.id} title={translate('orders.mails')} />}
              </Stack>
            </Grid>
            <Grid size={{ xs: 12, md: 4 }}><Buyer {...detail} /></Grid>
          </Grid>
        </>
      )}
    </DetailPage>
  );
}

/** What became of a payment that the buyer has disputed at the bank. */
function Dispute({ of: dispute }: { of: Order['payment']['dispute'] }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  if (!dispute) return null;
  const due = dispute.dueAt && new Date(dispute.dueAt).toLocaleDateString(locale, { dateStyle: 'medium' });
  return (
    <Alert severity={dispute.status === 'open' ? 'warning' : 'info'}>
      <AlertTitle>{translate('orders.dispute.title')}</AlertTitle>
      {translate(`orders.dispute.${dispute.status === 'open' && !due ? 'openNoDate' : dispute.status}`, { due })}
    </Alert>
  );
}

/** Says that the buyer has paid online and until when the order waits for the money. */
function OnItsWay({ payment }: { payment: Order['payment'] }) {
  const translate = useTranslate();
  if (!payment.processing) return null;
  return (
    <Alert severity="info">
      <AlertTitle>{translate('orders.onItsWay.title')}</AlertTitle>
      {translate('orders.onItsWay.text')} <Time at={payment.dueAt} />
    </Alert>
  );
}

function Head({ order }: { order: Order }) {
  const translate = useTranslate();
  const { cancellation } = order;
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
      <Status kind={stageTexts(order)} value={order.stage} />
      <Status kind="ui.payments" value={order.paymentStatus} />
      {order.withdrawal?.state && <Status kind="orders.withdrawalStates" value={order.withdrawal.state} />}
      <Typography variant="body2"><Time at={order.placedAt} /></Typography>
      {cancellation && (
        <Typography variant="body2">{translate('orders.cancelledBecause', { reason: translate(`orders.cancellations.${cancellation.reason}`) })}</Typography>
      )}
    </Stack>
  );
}

/** How much a customer has ordered so far. */
function SoFar({ order: { customer, updatedAt } }: { order: Order }) {
  const translate = useTranslate();
  const euros = useEuros();
  const { data } = useQuery({
    queryKey: ['customer', 'orders', customer.id, updatedAt], // a payment changes what was spent
    queryFn: ({ signal }) => call<Schemas['CustomersOfOrders']>(`/v1/admin/orders/customers?ids=${customer.id}`, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  const found = data?.data[0];
  return (
    <Typography variant="body2" component="div">
      {found && <div>{translate('orders.soFar', { smart_count: found.ordersCount, spent: euros(found.totalSpent) })}</div>}
      <Link to={listed('orders', { customerId: customer.id })}>{translate('orders.allOf')}</Link>
    </Typography>
  );
}

/** Where the page of a resource shows what the filter finds. */
const listed = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** The name of a buyer, with a link to the page of the account or the guest. */
function BuyerName({ of }: { of: Order['customer'] }) {
  const translate = useTranslate();
  if (!of.fullName) return translate('ui.words.erased');
  return may('customers:read') ? <Link to={`/${of.guest ? 'guests' : 'customers'}/${of.id}`}>{of.fullName}</Link> : of.fullName;
}

function Buyer(detail: Detail<Order>) {
  const translate = useTranslate();
  const { record: order } = detail;
  const { customer, payment } = order;
  return (
    <Stack spacing={2}>
      <Part title={translate('orders.customer')}>
        <BuyerName of={customer} />{customer.guest ? ` (${translate('orders.guest')})` : ''}<br />
        <a href={`mailto:${customer.email}`} style={{ overflowWrap: 'anywhere' }}>{customer.email}</a>
        <SoFar order={order} />
      </Part>
      <ShipTo {...detail} />
      <BillTo {...detail} />
      <Part title={translate('orders.payment')}>
        {translate(`ui.payments.${payment.method}`)}
        {order.returnUntil && <Typography variant="body2">{translate('orders.returnUntil')} <Time at={order.returnUntil} date /></Typography>}
        {order.withdrawal?.until && <Typography variant="body2">{translate('orders.withdrawUntil')} <Time at={order.withdrawal.until} date /></Typography>}
        {payment.dueAt && <Typography variant="body2">{translate('orders.dueUntil')} <Time at={payment.dueAt} /></Typography>}
        {payment.instructions && <Box sx={{ whiteSpace: 'pre-line' }}>{payment.instructions}</Box>}
      </Part>
      {order.note && <Part title={translate('orders.customerNote')}>{order.note}</Part>}
      <OrderNotes {...detail} />
      <MetadataPart {...detail} path={`/v1/admin/orders/${order.id}`} name={order.number} editable={may('orders:write') && Boolean(customer.fullName)} />
      <Stack spacing={1}>
        <Link to={listed('returns', { orderId: order.id })}>{translate('orders.returns')}</Link>
        <Link to={listed('withdrawals', { q: order.number })}>{translate('orders.withdrawals')}</Link>
        {may('events:read') && <Link to={listed('events', { key: order.id })}>{translate('orders.eventLog')}</Link>}
      </Stack>
    </Stack>
  );
}
