import { Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import * as session from '../session';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { Time } from '../ui/Time';
import { userOf, useUserNames } from '../ui/useUserNames';
import { isPickup } from './pickup';

type Order = Schemas['AdminOrder'];

/** The query key of an order's timeline, in all its states. */
export const timelineKey = (orderId: string) => ['tracking', orderId];

/** What happened to an order, oldest first, and who did it. */
export function OrderTimeline({ order }: { order: Order }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: [...timelineKey(order.id), order.updatedAt],
    queryFn: ({ signal }) => call<Schemas['AdminTracking']>(`/v1/admin/orders/${order.id}/tracking`, { signal }),
    retry: false,
    placeholderData: (before) => before,
  });
  const nameOfEvent = (status: string) => {
    const usual = translate(`orders.events.${status}`, { _: translate(`orders.trackings.${status}`, { _: status }) });
    return isPickup(order) ? translate(`orders.pickupEvents.${status}`, { _: usual }) : usual;
  };
  const nameOf = useActor(order, data?.events.map((event) => event.actor) ?? []);
  return (
    <Part title={translate('orders.timeline')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={120} />}
      <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.events.map((event) => (
          <li key={event.id}>
            <strong>{nameOfEvent(event.status)}</strong>
            {event.actor && ` ${translate('orders.by', { actor: nameOf(event.actor, event.actorName) })}`}
            <Typography variant="body2" color="textSecondary">
              <Time at={event.occurredAt} />
              {[event.location, event.description].filter(Boolean).map((text) => ` · ${text}`)}
            </Typography>
          </li>
        ))}
      </Stack>
    </Part>
  );
}

/** Returns the function that says who an actor of the event log is: user:<id>, key:<id> and others. */
export function useActor(order: Order, actors: (string | null)[]) {
  const translate = useTranslate();
  const nameOf = useUserNames(actors);
  return (actor: string, name?: string | null): string => {
    const [kind, id] = actor.split(':');
    if (id === session.user()?.id) return translate('orders.actors.you');
    if (id === order.customer.id) return translate('orders.actors.customer');
    if (kind === 'key') return translate('orders.actors.key');
    if (kind === 'system') return translate('orders.actors.system');
    return name ?? nameOf(userOf(actor) ?? '') ?? (id ? `…${id.slice(-6)}` : translate('orders.actors.unknown'));
  };
}
