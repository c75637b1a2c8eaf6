import { Box, Card, CardContent, CardHeader, Grid, List, ListItemButton, ListItemText, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Money } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { FirstDay } from './FirstDay';
import { dayFromToday } from './sales';
import { SalesCards } from './SalesCards';
import { Stages } from './Stages';
import { stageTexts } from '../orders/pickup';

/** Where the page of a resource shows what the filter finds. */
const listed = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

const yesterday = dayFromToday(-1).toISOString();
const toShip = ['placed', 'processing', 'partially_shipped'];
/** Orders on invoice wait for no payment: these have their invoice, with the first shipment, and its money is owed. */
const owed = { paymentMethod: ['invoice'], paymentStatus: ['unpaid'], stage: ['partially_shipped', 'shipped', 'out_for_delivery', 'delivered'] };
/** A filter of a list as the query of its operation. */
const queryOf = (filter: Record<string, string[]>) =>
  Object.entries(filter).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)).join('&');

/** What may wait: its text, the list that counts it, the page that shows it, the scope. */
const tasks = [
  { text: 'toPay', path: `/v1/admin/orders?stage=awaiting_payment&to=${yesterday}`, to: listed('orders', { stage: ['awaiting_payment'], to: yesterday }), scope: 'orders:read' },
  { text: 'owed', path: `/v1/admin/orders?${queryOf(owed)}`, to: listed('orders', owed), scope: 'orders:read' },
  { text: 'toShip', path: `/v1/admin/orders?${queryOf({ stage: toShip })}`, to: listed('orders', { stage: toShip }), scope: 'orders:read' },
  {
    text: 'toSend', path: '/v1/admin/refunds?status=pending&channel=manual', to: listed('refunds', { status: 'pending', channel: 'manual' }),
    scope: 'refunds:write',
  },
  { text: 'returns', path: '/v1/admin/returns?status=requested', to: '/returns?filter={"status":"requested"}', scope: 'orders:read' },
  { text: 'withdrawals', path: '/v1/admin/withdrawals?state=received', to: listed('withdrawals', { state: 'received' }), scope: 'orders:read' },
  { text: 'overdue', path: '/v1/admin/withdrawals?overdue=true', to: listed('withdrawals', { state: 'overdue' }), scope: 'orders:read' },
  { text: 'applications', path: '/v1/admin/wholesale/applications?status=under_review', to: '/wholesale?filter={"status":"under_review"}', scope: 'wholesale:decide' },
  { text: 'failedMails', path: '/v1/admin/mails?status=failed', to: '/mails?filter={"status":"failed"}', scope: 'mails:read' },
  { text: 'deadEvents', path: '/v1/admin/events/dead', to: '/dead', scope: 'audit:read' },
  { text: 'failedPayments', path: '/v1/admin/payments/tasks?status=failed', to: '/payments?filter={"status":"failed"}', scope: 'payments:read' },
  { text: 'lowStock', path: '/v1/admin/stock?low=true', to: '/stock?filter={"level":"low"}', scope: 'stock:read' },
];

/** What was sold, what waits to be done, the orders by stage, and the newest ones. */
export function OverviewPage() {
  const translate = useTranslate();
  return (
    <Grid container spacing={2} sx={{ mt: 1 }}>
      <Title title={translate('overview.title')} />
      {may('orders:read') && <Grid size={12} sx={{ '&:empty': { display: 'none' } }}><FirstDay /></Grid>}
      {may('reports:read') && <Grid size={12}><SalesCards /></Grid>}
      <Grid size={{ xs: 12, md: 5 }}>
        <Card variant="outlined" component="section">
          <CardHeader title={translate('overview.todo')} slotProps={{ title: { component: 'h2', variant: 'h2' } }} />
          <List disablePadding component="nav" aria-label={translate('overview.todo')}>
            {tasks.filter((task) => may(task.scope)).map((task) => <Task key={task.text} {...task} />)}
          </List>
        </Card>
      </Grid>
      <Grid size={{ xs: 12, md: 7 }}>
        <Stack spacing={2}>
          {may('reports:read') && <Stages />}
          {may('orders:read') && <NewestOrders />}
        </Stack>
      </Grid>
    </Grid>
  );
}

function Task({ text, path, to }: { text: string; path: string; to: string }) {
  const translate = useTranslate();
  const { data, error } = useQuery({
    queryKey: ['count', path],
    queryFn: ({ signal }) => call<{ meta: Schemas['Meta'] }>(path + (path.includes('?') ? '&' : '?') + 'limit=1', { signal }),
    retry: false,
    refetchInterval: 60_000,
  });
  const total = data?.meta.total;
  return (
    <ListItemButton component={Link} to={to} sx={{ opacity: total === 0 ? 0.65 : 1 }}>
      <ListItemText primary={translate(`overview.${text}`)} secondary={error ? translate('overview.failed') : undefined} />
      <Typography sx={{ fontWeight: total ? 700 : 400, fontVariantNumeric: 'tabular-nums' }}>
        {total ?? (error ? '!' : '…')}
      </Typography>
    </ListItemButton>
  );
}

function NewestOrders() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'newest'],
    queryFn: ({ signal }) => call<{ data: Schemas['AdminOrder'][] }>('/v1/admin/orders?limit=8', { signal }),
    retry: false,
  });
  return (
    <Card variant="outlined" component="section">
      <CardHeader title={translate('overview.newest')} slotProps={{ title: { component: 'h2', variant: 'h2' } }} />
      {error && <Box sx={{ p: 2 }}><ProblemAlert error={error} retry={refetch} /></Box>}
      {!data && !error && <CardContent><Skeleton height={200} variant="rounded" /></CardContent>}
      {data?.data.length === 0 && <CardContent>{translate('overview.noOrders')}</CardContent>}
      <List disablePadding component="div">
        {data?.data.map((order) => (
          <ListItemButton key={order.id} component={Link} to={`/orders/${order.id}`}>
            <ListItemText primary={`${order.number} · ${order.customer.fullName || translate('ui.words.erased')}`} secondary={<Ago at={order.placedAt} />} />
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Status kind={stageTexts(order)} value={order.stage} />
              <Money of={order.total} />
            </Box>
          </ListItemButton>
        ))}
      </List>
    </Card>
  );
}
