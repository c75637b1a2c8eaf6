import { Grid } from '@mui/material';
import { useTranslate } from 'react-admin';
import { MailsAbout } from '../mails/MailsAbout';
import { may } from '../providers';
import type { Schemas } from '../types';
import { DetailPage, Facts, Part } from '../ui/DetailPage';
import { MetadataPart } from '../ui/MetadataPart';
import { Time } from '../ui/Time';
import { CustomerAddresses } from './CustomerAddresses';
import { CustomerCommands, mayCorrect } from './CustomerCommands';
import { CustomerApplications, CustomerHistory, CustomerOrders } from './CustomerLists';
import { CustomerPoints } from './CustomerPoints';
import { CustomerSessions } from './CustomerSessions';
import { CustomerVatId } from './CustomerVatId';

type User = Schemas['ManagedUser'];

/** One account: who it is, what belongs to it, and what may be done with it. */
export default function CustomerPage() {
  const translate = useTranslate();
  return (
    <DetailPage<User> resource="customers" title={(u) => u.fullName} none={translate('customers.none')}>
      {(detail) => {
        const user = detail.record;
        return (
          <>
            <CustomerCommands {...detail} />
            <Grid container spacing={2}>
              <Grid size={{ xs: 12, md: 6 }}><Profile user={user} /></Grid>
              <Grid size={{ xs: 12, md: 6 }}><CustomerAddresses user={user} /></Grid>
              <Grid size={{ xs: 12, md: 6 }}>
                <MetadataPart {...detail} path={`/v1/admin/users/${user.id}`} name={user.fullName} help={translate('ui.metadata.helpOfAccount')} editable={mayCorrect(user)} />
              </Grid>
              {may('orders:read') && <Grid size={12}><CustomerOrders user={user} /></Grid>}
              <Grid size={{ xs: 12, md: 6 }}><CustomerPoints user={user} /></Grid>
              <Grid size={{ xs: 12, md: 6 }}><CustomerVatId user={user} /></Grid>
              {may('customers:write') && <Grid size={{ xs: 12, md: 6 }}><CustomerSessions user={user} /></Grid>}
              {may('wholesale:decide') && <Grid size={{ xs: 12, md: 6 }}><CustomerApplications user={user} /></Grid>}
              {may('mails:read') && <Grid size={{ xs: 12, md: 6 }}><MailsAbout about={user.id} title={translate('customers.mails')} /></Grid>}
              {may('audit:read') && <Grid size={{ xs: 12, md: 6 }}><CustomerHistory key={user.version} user={user} /></Grid>}
            </Grid>
          </>
        );
      }}
    </DetailPage>
  );
}

function Profile({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <Part title={translate('customers.profile')}>
      <Facts
        prefix="customers"
        of={[
          ['email', user.email],
          ['phone', user.phone],
          ['type', translate(`ui.accountTypes.${user.accountType}`)],
          ['business', user.businessName],
          ['role', translate(`customers.roleOf.${user.role}`)],
          ['language', user.locale],
          ['status', translate(user.disabled ? 'customers.disabled' : 'customers.active')],
          ['since', <Time at={user.createdAt} />],
          ['verified', user.emailVerifiedAt && <Time at={user.emailVerifiedAt} />],
        ]}
      />
    </Part>
  );
}
