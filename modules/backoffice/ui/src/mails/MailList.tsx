import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchInput, useRefresh, useTranslate } from 'react-admin';
import { mailKindValues, mailStatusValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { CommandButton } from '../ui/CommandButton';
import { Commands } from '../ui/DetailPage';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { useCounts } from '../ui/useCounts';
import { MailDrawer } from './MailDrawer';

type Mail = Schemas['Mail'];

/** The mails of the shop, newest first, and why some have not left. */
export default function MailList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const counts = useCounts('/v1/admin/mails', 'status', mailStatusValues);
  const kind = (m: Pick<Mail, 'kind'>) => translate(`ui.mailKinds.${m.kind}`, { _: m.kind });
  const changed = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  const tab = (state: string) => {
    if (!state) return translate('ui.list.all');
    const name = translate(`mails.states.${state}`);
    return counts[state] === undefined ? name : translate('mails.counted', { state: name, count: counts[state] });
  };
  return (
    <>
      {may('mails:write') && (counts.failed ?? 0) > 0 && (
        <Commands>
          <CommandButton<{ retried: number }>
            text="mails.retryAll"
            path="/v1/admin/mails/retry"
            body={{ status: 'failed' }}
            done={({ retried }) => translate(`mails.retryAll.${retried ? 'done' : 'none'}`, { smart_count: retried })}
            onDone={changed}
          />
        </Commands>
      )}
      <ListPage<Mail>
        title={translate('mails.title')}
        tabs={{ source: 'status', values: ['', ...mailStatusValues], label: tab }}
        filters={[
          <SearchInput key="to" source="to" alwaysOn placeholder={translate('mails.to')} slotProps={{ htmlInput: { 'aria-label': translate('mails.to') } }} />,
          <ChoiceFilter
            key="kind"
            source="kind"
            alwaysOn
            label={translate('mails.kind')}
            any={translate('mails.anyKind')}
            choices={mailKindValues.map((value) => ({ value, label: kind({ kind: value }) }))}
          />,
        ]}
        empty={translate('mails.empty')}
        columns={[
          { name: 'kind', label: translate('mails.kind'), show: (m) => <Button size="small" onClick={() => setOpen(m.id)}>{kind(m)}</Button> },
          { name: 'to', label: translate('mails.to'), show: (m) => m.to },
          { name: 'status', label: translate('ui.words.status'), show: (m) => <Status kind="mails.states" value={m.status} /> },
          { name: 'attempts', label: translate('ui.words.attempts'), align: 'right', show: (m) => m.attempts },
          { name: 'lastError', label: translate('ui.words.error'), show: (m) => m.lastError },
          { name: 'createdAt', label: translate('ui.words.created'), show: (m) => <Ago at={m.createdAt} /> },
        ]}
        small={(m) => ({
          first: <Button size="small" onClick={() => setOpen(m.id)}>{kind(m)}</Button>,
          second: `${m.to} · ${translate(`mails.states.${m.status}`)}`,
          right: <Ago at={m.createdAt} />,
        })}
      />
      {open && <MailDrawer id={open} onClose={() => setOpen(null)} onChanged={changed} />}
    </>
  );
}
