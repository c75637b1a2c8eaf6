import { Card, CardHeader, List, ListItemButton, ListItemText, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { orderStageValues } from '../../generated/schema';
import { call } from '../api';
import type { Schemas } from '../types';
import { ProblemAlert } from '../ui/Problem';

/** How many orders are in each stage; each leads to these orders. */
export function Stages() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['count', 'stages'],
    queryFn: ({ signal }) => call<Schemas['OrderCounts']>('/v1/admin/orders/counts', { signal }),
    retry: false,
    refetchInterval: 60_000,
  });
  return (
    <Card variant="outlined" component="section">
      <CardHeader title={translate('overview.sales.stages')} slotProps={{ title: { component: 'h2', variant: 'h2' } }} />
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={300} sx={{ m: 2 }} />}
      {data && (
        <List disablePadding dense component="nav" aria-label={translate('overview.sales.stages')}>
          {orderStageValues.map((stage) => (
            <ListItemButton key={stage} component={Link} to={`/orders?filter=${encodeURIComponent(JSON.stringify({ stage: [stage] }))}`}>
              <ListItemText primary={translate(`ui.stages.${stage}`)} />
              <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{data.counts[stage] ?? 0}</Typography>
            </ListItemButton>
          ))}
        </List>
      )}
    </Card>
  );
}
