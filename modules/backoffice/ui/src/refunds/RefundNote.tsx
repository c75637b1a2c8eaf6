import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';

/** Why a refund was made, and what staff have said of it. */
export function RefundNote({ refund: r }: { refund: Schemas['AdminOrderRefund'] }) {
  const translate = useTranslate();
  const said = [
    r.reason, r.returnId && translate('refundPage.ofReturn'), r.origin === 'provider' && translate('refundPage.byProvider'),
    r.reference && translate('refundPage.reference', { reference: r.reference }),
    r.failureReason && translate('refundPage.failed', { reason: r.failureReason }),
  ];
  return <>{said.filter(Boolean).join(' · ')}</>;
}
