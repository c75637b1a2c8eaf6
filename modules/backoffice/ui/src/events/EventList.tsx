import { Chip } from '@mui/material';
import { FilterButton, SearchInput, TopToolbar, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { dayFilters } from '../ui/dayFilters';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { SwitchFilter } from '../ui/SwitchFilter';
import { Time } from '../ui/Time';

type Event = Schemas['Event'];

/** Where the log is shown with a filter. */
export const logOf = (page: 'events' | 'audit', filter: Record<string, string>) => `/${page}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** A field that restricts the log to one value. */
export function useLogFilter() {
  const translate = useTranslate();
  return (name: string) => (
    <SearchInput key={name} source={name} alwaysOn placeholder={translate(`events.${name}`)} slotProps={{ htmlInput: { 'aria-label': translate(`events.${name}`) } }} />
  );
}

/** The log of what happened. */
export default function EventList() {
  const translate = useTranslate();
  const filter = useLogFilter();
  return (
    <ListPage<Event>
      title={translate('events.title')}
      filters={[<SwitchFilter key="sessions" source="sessions" alwaysOn label={translate('events.sessions')} />, ...['name', 'key', 'actor', 'requestId'].map(filter), ...dayFilters(translate)]}
      actions={<TopToolbar><FilterButton /></TopToolbar>}
      empty={translate('events.empty')}
      columns={[
        { name: 'name', label: translate('events.name'), show: (e) => e.name },
        { name: 'occurredAt', label: translate('ui.words.when'), show: (e) => <Time at={e.occurredAt} /> },
        { name: 'actor', label: translate('events.actor'), show: (e) => e.actor },
        { name: 'payload', label: translate('events.payload'), show: (e) => <Payload event={e} /> },
      ]}
      small={(e) => ({ first: e.name, second: <Time at={e.occurredAt} />, right: e.actor })}
    />
  );
}

/** What an event says, and the ways to what belongs to it. */
export function Payload({ event }: { event: Event }) {
  const translate = useTranslate();
  return (
    <details>
      <summary>
        {translate('events.show')} {event.subject && <Chip size="small" variant="outlined" label={translate('events.personal')} />}
      </summary>
      <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '40em' }}>{JSON.stringify(event.payload, null, 2)}</pre>
      <Link to={logOf('events', { key: event.key })}>{translate('events.ofKey')}</Link>
      {event.requestId && <> · <Link to={logOf('events', { requestId: event.requestId })}>{translate('events.ofRequest')}</Link></>}
    </details>
  );
}
