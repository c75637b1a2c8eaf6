import { Skeleton, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';
import { Rows } from '../ui/RelatedList';
import { Time } from '../ui/Time';
import { useSettings } from '../ui/useSettings';
import { type Invoice, signed, stateOf } from './document';
import { FileButtons } from './FileButtons';
import { ReissueButton } from './ReissueButton';
import { isReplaceable, useInvoices, useRereadInvoices } from './useInvoices';

type Order = Schemas['AdminOrder'];

/** Whether an order may have an invoice, once it has none that is not cancelled. */
const mayHaveOne = (order: Order) => order.total > 0 && order.billTo !== null && !['pending_payment', 'cancelled'].includes(order.status);

/** The documents of an order, and the commands about them. */
export function OrderInvoices({ order }: { order: Order }) {
  const translate = useTranslate();
  const settings = useSettings();
  const reread = useRereadInvoices();
  const sells = settings?.groups.seller.values.name !== null;
  const { data, error, refetch } = useInvoices(order.id, order.updatedAt, sells && order.shipments.length > 0);
  const mayIssue = data && mayHaveOne(order) && sells && may('invoices:write') && !data.some((d) => d.live);
  return (
    <Part title={translate('invoices.ofOrder')}>
      <Stack spacing={2} sx={{ alignItems: 'start', '& a, & button': { scrollMarginBottom: 140 } }}>{/* above the notices */}
        {error && <ProblemAlert error={error} retry={refetch} />}
        {!data && !error && <Skeleton variant="rounded" height={80} sx={{ alignSelf: 'stretch' }} />}
        {data?.length === 0 && <Typography color="textSecondary">{translate('invoices.noneOfOrder')}</Typography>}
        {!sells && <Typography>{translate('invoices.noSeller')} <Link to="/settings/seller">{translate('invoices.toSettings')}</Link></Typography>}
        {data && data.length > 0 && <Documents of={data} reread={reread} />}
        {mayIssue && (
          <CommandButton<Invoice>
            text="invoices.issue"
            values={{ number: order.number }}
            path={`/v1/admin/orders/${order.id}/invoice`}
            onDone={reread}
            onRefused={reread}
          />
        )}
      </Stack>
    </Part>
  );
}

function Documents({ of, reread }: { of: Invoice[]; reread: () => void }) {
  const translate = useTranslate();
  return (
    <Rows
      rows={of}
      keyOf={(d) => d.id}
      columns={[
        { name: 'number', label: translate('invoices.number'), show: (d) => <Link to={`/invoices/${d.id}`} style={{ whiteSpace: 'nowrap' }}>{d.number}</Link> },
        { name: 'kind', label: translate('invoices.kind'), show: (d) => <span style={{ overflowWrap: 'normal' }}>{translate(`invoices.states.${stateOf(d)}`)}</span> },
        { name: 'issuedAt', label: translate('invoices.issuedAt'), show: (d) => <Time at={d.issuedAt} date /> },
        { name: 'gross', label: translate('invoices.gross'), align: 'right', show: (d) => <Money of={signed(d)} /> },
        {
          name: 'commands', label: translate('ui.list.actions'),
          show: (d) => (
            <Commands>
              <FileButtons of={d} />
              <ReissueButton of={d} possible={isReplaceable(d, of)} onDone={reread} onRefused={reread} />
            </Commands>
          ),
        },
      ]}
    />
  );
}
