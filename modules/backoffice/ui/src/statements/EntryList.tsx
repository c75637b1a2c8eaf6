import { useQuery } from '@tanstack/react-query';
import { Stack, Typography } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { statementEntryMatchValues, statementEntryStateValues } from '../../generated/schema';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { CommandButton } from '../ui/CommandButton';
import { Commands } from '../ui/DetailPage';
import { ListPage } from '../ui/ListPage';
import { Money, useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { BookButton } from './BookButton';
import { Day } from './Day';

type Entry = Schemas['StatementEntry'];

/** What came into the shop's account, by its bank statements; what is open is booked or ignored here. */
export default function EntryList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const euros = useEuros();
  const statements = useStatements();
  const commands = (e: Entry) => e.state === 'open' && may('payments:write') && (
    <Commands>
      <BookButton entry={e} onDone={refresh} />
      <CommandButton<Entry>
        text="statements.entries.ignore" values={{ amount: euros(e.amount), name: e.name ?? '–' }} path={`/v1/admin/payments/entries/${e.id}/ignore`} field="reason"
        onDone={refresh} onRefused={refresh}
      />
    </Commands>
  );
  return (
    <ListPage<Entry>
      title={translate('statements.entries.title')}
      search={translate('statements.entries.search')}
      tabs={{ source: 'state', values: ['', ...statementEntryStateValues], label: (v) => translate(`statements.entries.tabs.${v || 'all'}`) }}
      filters={[
        <ChoiceFilter
          key="match"
          source="match"
          alwaysOn
          label={translate('statements.entries.match')}
          any={translate('statements.entries.anyMatch')}
          choices={statementEntryMatchValues.map((value) => ({ value, label: translate(`statements.entries.matches.${value}`) }))}
        />,
        <ChoiceFilter key="statementId" source="statementId" alwaysOn label={translate('statements.entries.statement')} any={translate('statements.entries.anyStatement')} choices={statements} />,
      ]}
      empty={translate('statements.entries.empty')}
      first={may('payments:write') && <Link to="/statements">{translate('statements.title')}</Link>}
      columns={[
        { name: 'bookedOn', label: translate('statements.entries.day'), show: (e) => <Day of={e.bookedOn} /> },
        { name: 'amount', label: translate('statements.entries.amount'), align: 'right', show: (e) => <Money of={e.amount} /> },
        { name: 'name', label: translate('statements.entries.name'), show: (e) => <Payer of={e} /> },
        { name: 'order', label: translate('statements.entries.order'), show: (e) => <OrderOf entry={e} /> },
        { name: 'match', label: translate('statements.entries.match'), show: (e) => translate(`statements.entries.matches.${e.match}`) },
        { name: 'state', label: translate('ui.words.status'), show: (e) => <StateOf entry={e} /> },
        { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: commands },
      ]}
      small={(e) => ({
        first: <><Money of={e.amount} /> · {e.name ?? '–'}</>,
        second: <><Day of={e.bookedOn} /> · {translate(`statements.entries.matches.${e.match}`)} <OrderOf entry={e} /></>,
        right: commands(e) || <Status kind="statements.entries.states" value={e.state} />,
      })}
    />
  );
}

/** The newest statements, as choices of a filter. */
function useStatements() {
  const { data } = useQuery({
    queryKey: ['statements', 'newest'],
    queryFn: ({ signal }) => call<{ data: Schemas['Statement'][] }>('/v1/admin/payments/statements?limit=100', { signal }),
    retry: false,
  });
  return (data?.data ?? []).map((s) => ({ value: s.id, label: s.fileName }));
}

/** Who has paid, and what for. */
function Payer({ of: e }: { of: Entry }) {
  return (
    <Stack sx={{ minWidth: 180, overflowWrap: 'anywhere' }}>
      <span>{e.name ?? '–'}</span>
      <Typography variant="body2" color="textSecondary">{e.text}</Typography>
    </Stack>
  );
}

/** The order of an entry, and what it still asks for. */
function OrderOf({ entry: e }: { entry: Entry }) {
  const translate = useTranslate();
  const euros = useEuros();
  if (!e.orderId) return null;
  const number = <span style={{ whiteSpace: 'nowrap' }}>{e.orderNumber ?? translate('ui.words.order')}</span>;
  return (
    <>
      {may('orders:read') ? <Link to={`/orders/${e.orderId}`}>{number}</Link> : number}
      {e.state === 'open' && e.due ? <> {translate('statements.entries.due', { due: euros(e.due) })}</> : null}
    </>
  );
}

/** What became of an entry, and why or when. */
function StateOf({ entry: e }: { entry: Entry }) {
  return (
    <Stack sx={{ alignItems: 'start' }}>
      <Status kind="statements.entries.states" value={e.state} />
      <Typography variant="body2" color="textSecondary">
        {e.reason}{e.bookedAt && <Time at={e.bookedAt} />} {e.bookedBy?.name}
      </Typography>
    </Stack>
  );
}
