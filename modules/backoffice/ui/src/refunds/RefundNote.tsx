import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';

/** Why a refund was made, and what staff have said of it. */
export function RefundNote({ refund: r }: { refund: Schemas['AdminOrderRefund'] }) {
  const translate = useTranslate();
  const said = [
    r.reason, r.returnId && translate('refunds.ofReturn'), r.origin === 'provider' && translate('refunds.byProvider'),
    r.reference && translate('refunds.reference', { reference: r.reference }),
    r.failureReason && translate('refunds.failed', { reason: r.failureReason }),
  ];
  return <>{said.filter(Boolean).join(' · ')}</>;
}
