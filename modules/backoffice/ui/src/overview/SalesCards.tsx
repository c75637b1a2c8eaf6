import { Box, Card, CardContent, CardHeader, Grid, Link as Anchor, List, ListItem, ListItemText, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useEuros } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';
import { Bars } from './Bars';
import { change, dayFromToday, days, type Point, readSales, type Sums, sumsOf } from './sales';

const periods = [{ name: 'today', length: 1 }, { name: 'week', length: 7 }, { name: 'month', length: days }];

/** What was sold today, in 7 and in 30 days, against the time before; by day; and what sold best. */
export function SalesCards() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['sales', dayFromToday(0).toISOString()],
    queryFn: ({ signal }) => readSales(signal),
    retry: false,
    refetchInterval: 60_000,
  });
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  return (
    <Grid container spacing={2}>
      {periods.map((period) => (
        <Grid key={period.name} size={{ xs: 12, sm: 4 }}><Period {...period} series={data.series} /></Grid>
      ))}
      <Grid size={{ xs: 12, md: 8 }}><ByDay series={data.series.slice(-days)} /></Grid>
      <Grid size={{ xs: 12, md: 4 }}>
        <Section title={translate('overview.sales.best')}><Best products={data.topProducts} /></Section>
      </Grid>
    </Grid>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card variant="outlined" component="section" sx={{ height: '100%' }}>
      <CardHeader title={title} slotProps={{ title: { component: 'h2', variant: 'h2' } }} sx={{ pb: 0 }} />
      <CardContent>{children}</CardContent>
    </Card>
  );
}

/** The orders that were placed in the last days. */
const ordersOf = (length: number) =>
  `/orders?filter=${encodeURIComponent(JSON.stringify({ from: dayFromToday(1 - length).toISOString(), to: dayFromToday(1).toISOString() }))}`;

function Period({ name, length, series }: { name: string; length: number; series: Point[] }) {
  const translate = useTranslate();
  const euros = useEuros();
  const now = sumsOf(series, length);
  const before = sumsOf(series, length, true);
  const figures: [keyof Sums, string][] = [
    ['received', euros(now.received)], ['orders', String(now.orders)], ['average', euros(now.average)], ['refunds', euros(now.refunds)],
  ];
  return (
    <Section title={translate(`overview.sales.${name}`)}>
      <Anchor component={Link} to={ordersOf(length)} underline="hover" sx={{ fontSize: '1.5rem', fontWeight: 600 }}>{euros(now.gross)}</Anchor>
      <Typography variant="body2" color="textSecondary">{translate('overview.sales.placed')}</Typography>
      <Change now={now.gross} before={before.gross} was={euros(before.gross)} />
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto auto', columnGap: 2, rowGap: 0.5, m: 0, mt: 1 }}>
        {figures.map(([figure, value]) => (
          <Box key={figure} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {translate(`overview.sales.${figure}`)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: 'right' }}>{value}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

/** How a figure changed, in words: not by colour alone. */
function Change({ now, before, was }: { now: number; before: number; was: string }) {
  const translate = useTranslate();
  const percent = change(now, before);
  return (
    <Typography variant="body2" color="textSecondary">
      {percent === null ? translate('overview.sales.noBefore') : translate('overview.sales.change', { percent: `${percent > 0 ? '+' : ''}${percent} %`, before: was })}
    </Typography>
  );
}

function ByDay({ series }: { series: Point[] }) {
  const translate = useTranslate();
  const euros = useEuros();
  const [locale] = useLocaleState();
  const day = (at: string) => new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  return (
    <Section title={translate('overview.sales.byDay')}>
      <Bars
        title={translate('overview.sales.byDay')}
        columns={[translate('overview.sales.day'), translate('overview.sales.gross')]}
        bars={series.map((point) => ({ label: day(point.start), value: point.gross }))}
        format={euros}
      />
    </Section>
  );
}

function Best({ products }: { products: { productId: string; name: string; units: number; gross: number }[] }) {
  const translate = useTranslate();
  const euros = useEuros();
  if (products.length === 0) return <Typography color="textSecondary">{translate('overview.sales.none')}</Typography>;
  return (
    <List dense disablePadding>
      {products.slice(0, 5).map((product) => (
        <ListItem key={product.productId} disableGutters secondaryAction={euros(product.gross)}>
          <ListItemText
            primary={<Anchor component={Link} to={`/products/${product.productId}`}>{product.name}</Anchor>}
            secondary={translate('overview.sales.units', { units: product.units })}
            sx={{ pr: 8 }}
          />
        </ListItem>
      ))}
    </List>
  );
}
