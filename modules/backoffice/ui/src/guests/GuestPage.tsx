import { Button, Grid } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { CustomerOrders } from '../customers/CustomerLists';
import { EraseDialog } from '../customers/EraseDialog';
import { ExportDataButton } from '../customers/ExportDataButton';
import { MailsAbout } from '../mails/MailsAbout';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';

type Guest = Schemas['Guest'];

/** One guest: what the last order says of the buyer, the orders, and what may be done on request. */
export default function GuestPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Guest> resource="guests" title={(g) => g.fullName} none={translate('guests.none')}>
      {(detail) => {
        const guest = detail.record;
        return (
          <>
            <GuestCommands {...detail} />
            <Grid container spacing={2}>
              <Grid size={{ xs: 12, md: 6 }}>
                <Part title={translate('guests.profile')}>
                  <Facts
                    prefix="guests"
                    of={[
                      ['email', guest.email],
                      ['phone', guest.phone],
                      ['orders', may('orders:read') ? <Link to={`/orders/${guest.lastOrderId}`}>{translate('guests.lastOrder', { number: guest.lastOrderNumber, smart_count: guest.ordersCount })}</Link> : guest.ordersCount],
                      ['spent', <Money of={guest.totalSpent} />],
                    ]}
                  />
                </Part>
              </Grid>
              {may('mails:read') && <Grid size={{ xs: 12, md: 6 }}><MailsAbout about={guest.id} title={translate('guests.mails')} /></Grid>}
              {may('orders:read') && <Grid size={12}><CustomerOrders user={guest} /></Grid>}
            </Grid>
          </>
        );
      }}
    </DetailPage>
  );
}

function GuestCommands({ record, reread }: Detail<Guest>) {
  const translate = useTranslate();
  const [erasing, setErasing] = useState(false);
  if (!may('customers:write')) return null;
  const path = `/v1/admin/guests/${record.id}`;
  return (
    <Commands>
      <ExportDataButton of={record} path={`${path}/export`} />
      <Button variant="outlined" color="error" onClick={() => setErasing(true)}>{translate('guests.erase')}</Button>
      {erasing && <EraseDialog of={record} path={`${path}/erase`} list="guests" onRefused={reread} onClose={() => setErasing(false)} />}
    </Commands>
  );
}
