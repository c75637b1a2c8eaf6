import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Part } from '../ui/DetailPage';
import type { Column } from '../ui/ListPage';
import { ProblemAlert } from '../ui/Problem';
import { Rows } from '../ui/RelatedList';

type Consumer = Schemas['EventConsumer'];

export const consumersKey = ['consumers'];

/** Everything that handles events, and how far it is behind. */
export const useConsumers = () =>
  useQuery({
    queryKey: consumersKey,
    queryFn: ({ signal }) => call<Schemas['EventConsumerList']>('/v1/admin/events/consumers', { signal }),
    refetchInterval: 15_000,
    retry: false,
  });

/** The consumers for which something waits or is stuck, and on demand all of them. */
export function ConsumerList({ onRetried }: { onRetried: () => void }) {
  const translate = useTranslate();
  const { data, error, refetch } = useConsumers();
  const [all, setAll] = useState(false);
  const shown = (data?.data ?? []).filter((c) => all || c.dead > 0 || c.lagSeconds >= 1);
  const columns: Column<Consumer>[] = [
    { name: 'name', label: translate('events.dead.consumer'), show: (c) => c.name },
    { name: 'pending', label: translate('events.dead.pending'), align: 'right', show: (c) => c.pending },
    { name: 'dead', label: translate('events.dead.dead'), align: 'right', show: (c) => c.dead },
    { name: 'lag', label: translate('events.dead.lag'), align: 'right', show: (c) => translate('events.dead.seconds', { seconds: Math.round(c.lagSeconds) }) },
    {
      name: 'retry',
      label: translate('ui.list.actions'),
      show: (c) => c.dead > 0 && may('audit:write') && (
        <CommandButton<{ retried: number }>
          text="events.dead.retryAll"
          values={{ consumer: c.name, count: c.dead }}
          path="/v1/admin/events/dead/retry"
          body={{ consumer: c.name }}
          done={({ retried: smart_count }) => translate(`events.dead.retryAll.${smart_count ? 'done' : 'none'}`, { smart_count })}
          onDone={onRetried}
        />
      ),
    },
  ];
  return (
    <Part title={translate('events.dead.consumers')}>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {shown.length > 0 ? <Rows rows={shown} columns={columns} keyOf={(c) => c.name} /> : data && <Typography>{translate('events.dead.allWell')}</Typography>}
      {!all && <Button onClick={() => setAll(true)}>{translate('events.dead.more')}</Button>}
    </Part>
  );
}
