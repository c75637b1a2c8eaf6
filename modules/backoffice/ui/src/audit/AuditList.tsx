import { FilterButton, TopToolbar, useTranslate } from 'react-admin';
import { dayFilters } from '../ui/dayFilters';
import type { Schemas } from '../types';
import { Payload, useLogFilter } from '../events/EventList';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { ListPage } from '../ui/ListPage';
import { SwitchFilter } from '../ui/SwitchFilter';
import { Time } from '../ui/Time';
import { SavePageButton } from './SavePageButton';
import { Actor, Sentence, titleOf } from './Sentence';
import { texts } from './texts.en';

type Event = Schemas['Event'];

/** The names of the audited events, as the text has them. */
const names = Object.keys(texts.sentences);

/** Who did what, newest first, in sentences. */
export default function AuditList() {
  const translate = useTranslate();
  const filter = useLogFilter();
  return (
    <ListPage<Event>
      title={translate('audit.title')}
      filters={[
        <ChoiceFilter
          key="name"
          source="name"
          alwaysOn
          label={translate('ui.words.what')}
          any={translate('audit.any')}
          choices={names.map((name) => ({ value: eventName(name), label: titleOf(translate, name) })).sort((a, b) => a.label.localeCompare(b.label))}
        />,
        <SwitchFilter key="sessions" source="sessions" alwaysOn label={translate('audit.sessions')} />,
        ...['key', 'actor', 'requestId'].map(filter),
        ...dayFilters(translate),
      ]}
      actions={<TopToolbar><FilterButton /><SavePageButton /></TopToolbar>}
      empty={translate('audit.empty')}
      columns={[
        { name: 'name', label: translate('ui.words.what'), show: (e) => <Sentence event={e} /> },
        { name: 'actor', label: translate('audit.actor'), show: (e) => <Actor of={e.actor} /> },
        { name: 'occurredAt', label: translate('ui.words.when'), show: (e) => <Time at={e.occurredAt} /> },
        { name: 'payload', label: translate('audit.content'), show: (e) => <Payload event={e} /> },
      ]}
      small={(e) => ({ first: <Sentence event={e} />, second: <Time at={e.occurredAt} />, right: <Actor of={e.actor} /> })}
    />
  );
}

/** "identity_role_changed" is identity.role_changed.v1. */
const eventName = (text: string) => `${text.replace('_', '.')}.v1`;
