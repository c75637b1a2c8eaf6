import { Grid, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';

type Application = Schemas['WholesaleApplication'];

/** One wholesale application, and the decision about it. */
export default function ApplicationPage() {
  const translate = useTranslate();
  const euros = useEuros();
  return (
    <DetailPage<Application> resource="wholesale" title={(a) => a.businessName} none={translate('wholesale.none')}>
      {(detail) => {
        const a = detail.record;
        return (
          <>
            <Stack direction="row" spacing={1}><Status kind="applicationStates" value={a.status} /></Stack>
            <Decisions {...detail} />
            <Grid container spacing={2}>
              <Grid size={{ xs: 12, md: 6 }}>
                <Part title={translate('wholesale.business')}>
                  <Facts
                    prefix="wholesale"
                    of={[
                      ['business', a.businessName],
                      ['registration', a.registrationNumber],
                      ['address', `${a.businessAddress}\n${[a.state, a.country].filter(Boolean).join(', ')}`],
                      ['volume', `${euros(a.estimatedMonthlyOrderMin)} – ${euros(a.estimatedMonthlyOrderMax)}`],
                      ['contact', `${a.contactFullName}\n${a.contactEmail}\n${a.contactPhone}`],
                    ]}
                  />
                </Part>
              </Grid>
              <Grid size={{ xs: 12, md: 6 }}>
                <Part title={translate('wholesale.history')}>
                  <Facts
                    prefix="wholesale"
                    of={[
                      ['tracking', a.trackingId],
                      ['submitted', <Time at={a.submittedAt} />],
                      ['question', a.question],
                      ['decided', a.decidedAt && <Time at={a.decidedAt} />],
                      ['note', a.note],
                      ['reason', a.reason],
                    ]}
                  />
                </Part>
              </Grid>
            </Grid>
          </>
        );
      }}
    </DetailPage>
  );
}

function Decisions({ record, show, reread }: Detail<Application>) {
  if (record.status !== 'under_review' || !may('wholesale:decide')) return null;
  const path = `/v1/admin/wholesale/applications/${record.id}`;
  const props = { onDone: show, onRefused: reread, values: { business: record.businessName, email: record.contactEmail } };
  return (
    <Commands>
      <CommandButton<Application> {...props} text="wholesale.approve" path={`${path}/approve`} field="note" optional primary />
      <CommandButton<Application> {...props} text="wholesale.ask" path={`${path}/request-info`} field="question" />
      <CommandButton<Application> {...props} text="wholesale.reject" path={`${path}/reject`} field="reason" danger />
    </Commands>
  );
}
