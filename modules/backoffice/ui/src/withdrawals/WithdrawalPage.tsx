import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { MatchDialog } from './MatchDialog';
import { stateOf } from './WithdrawalList';

type Withdrawal = Schemas['AdminWithdrawal'];

/** One withdrawal: what was declared, its order, and what happens to it. */
export default function WithdrawalPage() {
  const translate = useTranslate();
  const textOf = ({ text, quantity }: Withdrawal['texts'][number]) => (quantity ? `${quantity} × ${text}` : text);
  return (
    <DetailPage<Withdrawal> resource="withdrawals" title={() => translate('withdrawals.one')} none={translate('withdrawals.none')}>
      {(detail) => {
        const { record } = detail;
        return (
          <>
            <Stack direction="row" spacing={1}><Status kind="withdrawals.states" value={stateOf(record)} /></Stack>
            <Decisions {...detail} />
            <Part title={translate('withdrawals.declared')}>
              <Facts
                prefix="withdrawals"
                of={[
                  ['received', <Time at={record.receivedAt} />],
                  ['number', record.orderNumber],
                  ['name', record.fullName || translate('ui.words.erased')],
                  ['email', record.email],
                  ['goods', record.texts.map(textOf).join('\n') || translate('withdrawals.all')],
                ]}
              />
            </Part>
            <Part title={translate('withdrawals.effect')}>
              <Facts
                prefix="withdrawals"
                of={[
                  ['order', record.orderId && <Link to={`/orders/${record.orderId}`}>{record.orderNumber}</Link>],
                  ['suggested', record.suggestedOrderId && <Link to={`/orders/${record.suggestedOrderId}`}>{record.orderNumber}</Link>],
                  ['units', record.items.reduce((sum, item) => sum + item.quantity, 0) || null],
                  ['return', record.returnId && <Link to={`/returns/${record.returnId}`}>{translate('withdrawals.toReturn')}</Link>],
                  ['amount', record.refundAmount === null ? null : <Money of={record.refundAmount} />],
                  ['due', <Time at={record.refundDueAt} />],
                  ['reason', record.reason],
                ]}
              />
            </Part>
          </>
        );
      }}
    </DetailPage>
  );
}

function Decisions({ record, show, reread }: Detail<Withdrawal>) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const [matching, setMatching] = useState(false);
  const mayMatch = record.state === 'received' || record.state === 'contested';
  const mayContest = record.state === 'received' || (record.state === 'matched' && record.returnId !== null);
  if (!may('refunds:write')) return null;
  return (
    <Commands>
      {mayMatch && (
        <>
          <Button variant="contained" disabled={isOffline} onClick={() => setMatching(true)}>{translate('withdrawals.match.button')}</Button>
          {matching && <MatchDialog of={record} onDone={show} onRefused={reread} onClose={() => setMatching(false)} />}
        </>
      )}
      {mayContest && (
        <CommandButton<Withdrawal> text="withdrawals.contest" path={`/v1/admin/withdrawals/${record.id}/contest`} field="reason" danger onDone={show} onRefused={reread} />
      )}
    </Commands>
  );
}
