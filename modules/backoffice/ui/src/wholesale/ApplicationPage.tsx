import { Grid, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call, query } from '../api';
import { Actor, Sentence } from '../audit/Sentence';
import { MailsAbout } from '../mails/MailsAbout';
import { may } from '../providers';
import * as session from '../session';
import type { Schemas } from '../types';
import { type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { useEuros } from '../ui/Money';
import { RelatedList } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Ago, Time } from '../ui/Time';
import { useUserNames } from '../ui/useUserNames';
import { ApplicationCommands } from './ApplicationCommands';
import { stateOf } from './state';

type Application = Schemas['WholesaleApplication'];

/** One wholesale application, and the decision about it. */
export default function ApplicationPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Application> resource="wholesale" title={(a) => a.businessName} none={translate('wholesale.none')}>
      {(detail) => <Content key={detail.record.id} {...detail} />}
    </DetailPage>
  );
}

function Content(detail: Detail<Application>) {
  const translate = useTranslate();
  const a = detail.record;
  const account = useAccount(a.contactEmail);
  const state = `${a.status} ${a.askedAt} ${a.answeredAt}`; // what changes it brings an event and a mail
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Status kind="ui.applicationStates" value={stateOf(a)} />
        {a.status !== 'under_review' && <DecidedBy application={a} />}
      </Stack>
      <ApplicationCommands {...detail} account={account} />
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, md: 6 }}><Business application={a} account={account} /></Grid>
        <Grid size={{ xs: 12, md: 6 }}>
          <Part title={translate('wholesale.history')}>
            <Facts
              prefix="wholesale"
              of={[
                ['tracking', a.trackingId],
                ['submitted', <Time at={a.submittedAt} />],
                ['question', a.question],
                ['asked', a.askedAt && <Time at={a.askedAt} />],
                ['answer', a.answer],
                ['answered', a.answeredAt && <Time at={a.answeredAt} />],
                ['decided', a.decidedAt && <Time at={a.decidedAt} />],
                ['note', a.note],
                ['reason', a.reason],
              ]}
            />
          </Part>
        </Grid>
        {may('audit:read') && <Grid size={{ xs: 12, md: 6 }}><Events key={state} application={a} /></Grid>}
        {may('mails:read') && <Grid size={{ xs: 12, md: 6 }}><MailsAbout key={state} about={a.id} title={translate('wholesale.mails')} /></Grid>}
      </Grid>
    </>
  );
}

/** The account of an email; null when there is none, undefined when that is not known. */
function useAccount(email: string): Schemas['ManagedUser'] | null | undefined {
  const { data } = useQuery({
    queryKey: ['account', email],
    queryFn: ({ signal }) => call<{ data: Schemas['ManagedUser'][] }>(`/v1/admin/users${query({ q: email, limit: 100 })}`, { signal }),
    enabled: email !== '' && may('customers:read'),
    retry: false,
  });
  return data && (data.data.find((user) => user.email === email) ?? null);
}

/** Who decided, so that a second one sees who was faster. */
function DecidedBy({ application: { status, decidedBy } }: { application: Application }) {
  const translate = useTranslate();
  const nameOf = useUserNames([decidedBy && `user:${decidedBy}`]);
  if (!decidedBy) return null;
  const who = decidedBy === session.user()?.id ? translate('wholesale.you') : (nameOf(decidedBy) ?? translate('wholesale.somebody'));
  return <Typography>{translate(`wholesale.decidedBy.${status}`, { who })}</Typography>;
}

function Business({ application: a, account }: { application: Application; account: Schemas['ManagedUser'] | null | undefined }) {
  const translate = useTranslate();
  const euros = useEuros();
  const of = account && <Link to={`/customers/${account.id}`}>{account.fullName} ({translate(`ui.accountTypes.${account.accountType}`)})</Link>;
  return (
    <Part title={translate('wholesale.business')}>
      <Facts
        prefix="wholesale"
        of={[
          ['business', a.businessName],
          ['registration', a.registrationNumber],
          ['address', `${a.businessAddress}\n${[a.state, a.country].filter(Boolean).join(', ')}`],
          ['volume', `${euros(a.estimatedMonthlyOrderMin)} – ${euros(a.estimatedMonthlyOrderMax)}`],
          ['contact', `${a.contactFullName}\n${a.contactEmail}\n${a.contactPhone}`],
          ['account', account === undefined ? null : (of ?? translate('wholesale.noAccount'))],
        ]}
      />
    </Part>
  );
}

/** What the staff did, with every question that was asked and every answer. */
function Events({ application }: { application: Application }) {
  const translate = useTranslate();
  return (
    <Part title={translate('wholesale.decisions')}>
      <RelatedList<Schemas['Event']>
        path="/v1/admin/audit"
        filter={{ key: application.id }}
        keyOf={(e) => e.id}
        empty={translate('wholesale.noDecisions')}
        columns={[
          {
            name: 'name',
            label: translate('ui.words.what'),
            show: (e) => (
              <>
                <Sentence event={e} linked={false} />
                {[e.payload.question, e.payload.answer].filter((text) => typeof text === 'string').map((text) => (
                  <Typography key={text} variant="body2" sx={{ whiteSpace: 'pre-line' }}>{text}</Typography>
                ))}
                <Typography variant="body2" color="textSecondary"><Actor of={e.actor} /></Typography>
              </>
            ),
          },
          { name: 'occurredAt', label: translate('ui.words.when'), show: (e) => <Ago at={e.occurredAt} /> },
        ]}
      />
    </Part>
  );
}
