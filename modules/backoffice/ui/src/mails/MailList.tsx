import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchInput, useRefresh, useTranslate } from 'react-admin';
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
import { mailKinds } from './kinds';

type Mail = Schemas['Mail'];

const states = ['queued', 'sent', 'failed'] as const;

/** The mails of the shop, newest first, and why some have not left. */
export default function MailList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const counts = useCounts('/v1/admin/mails', 'status', states);
  const kind = (m: Mail) => translate(`mailKinds.${m.kind}`, { _: m.kind });
  const changed = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  const tab = (state: string) => {
    if (!state) return translate('list.all');
    const name = translate(`mailStates.${state}`);
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
        tabs={{ source: 'status', values: ['', ...states], label: tab }}
        filters={[
          <SearchInput key="to" source="to" alwaysOn placeholder={translate('mails.to')} slotProps={{ htmlInput: { 'aria-label': translate('mails.to') } }} />,
          <ChoiceFilter
            key="kind"
            source="kind"
            alwaysOn
            label={translate('mails.kind')}
            any={translate('mails.anyKind')}
            choices={mailKinds.map((value) => ({ value, label: translate(`mailKinds.${value}`) }))}
          />,
        ]}
        empty={translate('mails.empty')}
        columns={[
          { name: 'kind', label: translate('mails.kind'), show: (m) => <Button size="small" onClick={() => setOpen(m.id)}>{kind(m)}</Button> },
          { name: 'to', label: translate('mails.to'), show: (m) => m.to },
          { name: 'status', label: translate('mails.status'), show: (m) => <Status kind="mailStates" value={m.status} /> },
          { name: 'attempts', label: translate('mails.attempts'), align: 'right', show: (m) => m.attempts },
          { name: 'lastError', label: translate('mails.error'), show: (m) => m.lastError },
          { name: 'createdAt', label: translate('mails.created'), show: (m) => <Ago at={m.createdAt} /> },
        ]}
        small={(m) => ({
          first: <Button size="small" onClick={() => setOpen(m.id)}>{kind(m)}</Button>,
          second: `${m.to} · ${translate(`mailStates.${m.status}`)}`,
          right: <Ago at={m.createdAt} />,
        })}
      />
      {open && <MailDrawer id={open} onClose={() => setOpen(null)} onChanged={changed} />}
    </>
  );
}
