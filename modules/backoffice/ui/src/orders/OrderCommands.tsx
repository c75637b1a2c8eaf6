import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail } from '../ui/DetailPage';
import { useEuros } from '../ui/Money';
import { RefundDialog } from './RefundDialog';
import { ShipDialog } from './ShipDialog';

type Order = Schemas['AdminOrder'];

/** What the dialogs of an order's commands get. */
export interface OrderDialogProps {
  order: Order;
  onDone: (changed: Order) => void;
  onRefused: () => void;
  onClose: () => void;
}

/** The commands of staff, in the order in which they are usual, with the scope that each needs. */
const commands = [
  { action: 'mark-paid', scope: 'payments:write', text: 'markPaid' },
  { action: 'process', scope: 'orders:write', text: 'process' },
  { action: 'ship', scope: 'orders:write', text: 'ship', dialog: ShipDialog },
  { action: 'deliver', scope: 'orders:write', text: 'deliver' },
  { action: 'refund', scope: 'refunds:write', text: 'refund', dialog: RefundDialog },
  { action: 'cancel', scope: 'refunds:write', text: 'cancel', field: 'reason' },
] as const;

/** The buttons of what may be done next with an order. */
export function OrderCommands({ record: order, show, reread }: Detail<Order>) {
  const translate = useTranslate();
  const euros = useEuros();
  const [open, setOpen] = useState('');
  const allowed = commands.filter((c) => order.allowedActions.includes(c.action) && may(c.scope));
  const on = { onDone: show, onRefused: reread };
  return (
    <section aria-label={translate('orders.commands')}>
      {allowed.length === 0 && <Typography color="textSecondary">{translate('orders.nothingNext')}</Typography>}
      <Commands>
        {allowed.map((c, i) => {
          if (!('dialog' in c)) {
            return (
              <CommandButton<Order>
                key={c.action}
                {...on}
                text={`orders.${c.text}`}
                values={{ number: order.number, total: euros(order.total) }}
                path={`/v1/admin/orders/${order.id}/${c.action}`}
                field={'field' in c ? c.field : undefined}
                optional
                danger={c.action === 'cancel'}
                primary={i === 0}
              />
            );
          }
          return (
            <Button key={c.action} variant={i === 0 ? 'contained' : 'outlined'} onClick={() => setOpen(c.action)}>
              {translate(`orders.${c.text}.button`)}
            </Button>
          );
        })}
      </Commands>
      {allowed.map((c) => 'dialog' in c && open === c.action && <c.dialog key={c.action} {...on} order={order} onClose={() => setOpen('')} />)}
    </section>
  );
}
