import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import CircleIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Card, CardHeader, List, ListItem, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';

interface Found {
  meta: Schemas['Meta'];
}

interface Step {
  text: string;
  scope: string;
  /** What is read to know whether it is done. */
  path: string;
  isDone: (read: never) => boolean;
  /** The page where it is done; without one, its text says how. */
  to?: string;
}

const isThere = (list: Found) => list.meta.total > 0;
const settings = '/v1/admin/settings';
type Groups = Omit<Schemas['Settings']['groups'], '$schema'>;
const isComplete = (name: keyof Groups) => (s: Schemas['Settings']) => s.groups[name].missing.length === 0;

const steps: Step[] = [
  { text: 'profile', scope: 'settings:read', path: settings, isDone: isComplete('profile'), to: '/settings/profile' },
  { text: 'seller', scope: 'settings:read', path: settings, isDone: isComplete('seller'), to: '/settings/seller' },
  { text: 'bank', scope: 'settings:read', path: settings, isDone: isComplete('bank'), to: '/settings/bank' },
  { text: 'method', scope: 'settings:read', path: '/v1/admin/shipping-methods?active=true&limit=1', isDone: isThere, to: '/shipping' },
  { text: 'product', scope: 'products:read', path: '/v1/admin/products?status=active&limit=1', isDone: isThere, to: '/products/new' },
  { text: 'stock', scope: 'stock:read', path: '/v1/products?inStock=true&limit=1', isDone: isThere, to: '/stock' },
  { text: 'legal', scope: 'settings:read', path: settings, isDone: isComplete('legal'), to: '/legal' },
  { text: 'mail', scope: 'settings:read', path: settings, isDone: (s: Schemas['Settings']) => !s.dev },
];

/** What a shop needs before its first order; nothing once there is one. */
export function FirstDay() {
  const translate = useTranslate();
  const { data } = useRead<Found>('/v1/admin/orders?limit=1');
  if (data?.meta.total !== 0) return null;
  return (
    <Card variant="outlined" component="section" aria-label={translate('overview.firstDay.title')}>
      <CardHeader title={translate('overview.firstDay.title')} slotProps={{ title: { component: 'h2', variant: 'h2' } }} sx={{ pb: 0 }} />
      <List>{steps.filter((step) => may(step.scope)).map((step) => <OneStep key={step.text} {...step} />)}</List>
      {may('settings:read') && (
        <Typography variant="body2" sx={{ px: 2, pb: 2 }}>
          {translate('overview.firstDay.usual')} <Link to="/settings">{translate('overview.firstDay.settings')}</Link>
        </Typography>
      )}
    </Card>
  );
}

function OneStep({ text, path, isDone, to }: Step) {
  const translate = useTranslate();
  const { data, error } = useRead<never>(path);
  const done = data !== undefined && isDone(data);
  const state = done ? 'overview.firstDay.done' : error ? 'overview.failed' : data === undefined ? 'overview.firstDay.reading' : `overview.firstDay.${text}.help`;
  const name = translate(`overview.firstDay.${text}.name`);
  return (
    <ListItem>
      <ListItemIcon sx={{ minWidth: 40 }}>{done ? <CheckCircleIcon color="success" /> : <CircleIcon />}</ListItemIcon>
      <ListItemText primary={done || !to ? name : <Link to={to}>{name}</Link>} secondary={translate(state)} sx={{ overflowWrap: 'anywhere' }} />
    </ListItem>
  );
}

const useRead = <T,>(path: string) =>
  useQuery({ queryKey: ['count', path], queryFn: ({ signal }) => call<T>(path, { signal }), retry: false });
