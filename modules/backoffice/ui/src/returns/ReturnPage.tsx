import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { Money, useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { ReceiveDialog } from './ReceiveDialog';

type Return = Schemas['Return'];

/** One return: what comes back, why, and what happens to it. */
export default function ReturnPage() {
  const translate = useTranslate();
  const euros = useEuros();
  const lineOf = ({ name, quantity, received, restocked }: Return['items'][number]) =>
    [`${quantity} × ${name}`, received !== null && translate('returns.receiving.came', { received, restocked })].filter(Boolean).join(', ');
  return (
    <DetailPage<Return> resource="returns" title={() => translate('returns.one')} none={translate('returns.none')}>
      {(detail) => (
        <>
          <Stack direction="row" spacing={1}><Status kind="returns.states" value={detail.record.status} /></Stack>
          <Decisions {...detail} />
          <Part title={translate('returns.one')}>
            <Facts
              prefix="returns"
              of={[
                ['items', detail.record.items.map(lineOf).join('\n')],
                ['reason', detail.record.reason],
                ['amount', <Money of={detail.record.refundAmount} />],
                ['deduction', detail.record.deduction && `${euros(detail.record.deduction.amount)}: ${detail.record.deduction.reason}`],
                ['order', <Link to={`/orders/${detail.record.orderId}`}>{detail.record.orderNumber} · {detail.record.customer.fullName || translate('ui.words.erased')}</Link>],
                ['asked', <Time at={detail.record.createdAt} />],
                ['rejection', detail.record.rejectionReason],
              ]}
            />
          </Part>
        </>
      )}
    </DetailPage>
  );
}

function Decisions({ record, show, reread }: Detail<Return>) {
  const translate = useTranslate();
  const euros = useEuros();
  const isOffline = useIsOffline();
  const [receiving, setReceiving] = useState(false);
  const path = `/v1/admin/returns/${record.id}`;
  const props = { onDone: show, onRefused: reread, about: record.orderId, values: { amount: euros(record.refundAmount) } };
  return (
    <Commands>
      {record.status === 'requested' && may('refunds:write') && (
        <>
          <CommandButton<Return> {...props} text="returns.approve" path={`${path}/approve`} primary />
          <CommandButton<Return> {...props} text="returns.reject" path={`${path}/reject`} field="reason" danger />
        </>
      )}
      {record.status === 'approved' && may('orders:write') && (
        <>
          <Button variant="contained" disabled={isOffline} onClick={() => setReceiving(true)}>{translate('returns.receive.button')}</Button>
          {receiving && <ReceiveDialog of={record} onDone={show} onRefused={reread} onClose={() => setReceiving(false)} />}
        </>
      )}
    </Commands>
  );
}
