import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { CommandButton } from '../ui/CommandButton';
import { ListPage } from '../ui/ListPage';
import { Ago } from '../ui/Time';
import { ConsumerList, consumersKey, useConsumers } from './ConsumerList';

type Dead = Schemas['DeadDelivery'];

/** Deliveries that a consumer gave up, each with what waits behind it, below the state of all consumers. */
export default function DeadList() {
  const translate = useTranslate();
  const reload = useRefresh();
  const queries = useQueryClient();
  const { data: consumers } = useConsumers();
  const refresh = () => {
    reload();
    void queries.invalidateQueries({ queryKey: consumersKey });
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  const retry = (d: Dead) => may('audit:write') && (
    <CommandButton<Dead> text="events.dead.retry" values={{ consumer: d.consumer }} path={`/v1/admin/events/dead/${d.id}/retry`} onDone={refresh} onRefused={refresh} />
  );
  return (
    <>
      <ConsumerList onRetried={refresh} />
      <ListPage<Dead>
        title={translate('events.dead.title')}
        filters={[
          <ChoiceFilter
            key="consumer"
            source="consumer"
            alwaysOn
            label={translate('events.dead.consumer')}
            any={translate('events.dead.more')}
            choices={(consumers?.data ?? []).map((c) => ({ value: c.name, label: c.name }))}
          />,
        ]}
        empty={translate('events.dead.empty')}
        columns={[
          { name: 'consumer', label: translate('events.dead.consumer'), show: (d) => d.consumer },
          { name: 'event', label: translate('ui.words.event'), show: (d) => d.event.name },
          { name: 'lastError', label: translate('events.dead.error'), show: (d) => d.lastError },
          { name: 'waiting', label: translate('events.dead.waiting'), align: 'right', show: (d) => d.waiting },
          { name: 'diedAt', label: translate('events.dead.died'), show: (d) => <Ago at={d.diedAt} /> },
          { name: 'retry', label: translate('ui.list.actions'), show: retry },
        ]}
        small={(d) => ({ first: `${d.consumer}: ${d.event.name}`, second: d.lastError, right: retry(d) })}
      />
    </>
  );
}
