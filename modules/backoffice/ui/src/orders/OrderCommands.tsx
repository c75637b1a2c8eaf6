import { Button, Typography } from '@mui/material';
import { type ComponentType, useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail } from '../ui/DetailPage';
import { useEuros } from '../ui/Money';
import { RefundDialog } from '../refunds/RefundDialog';
import { OpenReturnDialog } from '../returns/OpenReturnDialog';
import { CancelItemsDialog } from './CancelItemsDialog';
import { arrivedOf } from './parcel';
import { isPickup } from './pickup';
import { ShipDialog } from './ShipDialog';

type Order = Schemas['AdminOrder'];

/** What the dialogs of an order's commands get. */
export interface OrderDialogProps {
  order: Order;
  onDone: (changed: Order) => void;
  onRefused: () => void;
  onClose: () => void;
}

interface OrderCommand {
  action: string;
  scope: string;
  /** Whether it is possible, where the service does not list it among the allowed actions. */
  applies?: (order: Order) => boolean;
  /** The prefix of its texts, and of those where the buyer collects the goods. */
  text: string;
  pickup?: string;
  /** What asks for more than one text. */
  dialog?: ComponentType<OrderDialogProps>;
  /** The member of the body that is asked for, and whether it has to be filled in. */
  field?: string;
  required?: boolean;
  danger?: boolean;
}

/** The commands of staff, in the order in which they are usual, with the scope that each needs. */
const commands: OrderCommand[] = [
  { action: 'mark-paid', scope: 'payments:write', text: 'orders.markPaid' },
  { action: 'process', scope: 'orders:write', text: 'orders.process' },
  { action: 'ship', scope: 'orders:write', text: 'orders.ship', pickup: 'orders.ready', dialog: ShipDialog },
  { action: 'deliver', scope: 'orders:write', text: 'orders.deliver', pickup: 'orders.collected' },
  { action: 'refund', scope: 'refunds:write', text: 'orders.refund', dialog: RefundDialog },
  { action: 'returns', scope: 'refunds:write', text: 'orders.openReturn', dialog: OpenReturnDialog, applies: (order) => arrivedOf(order).length > 0 },
  { action: 'cancel-items', scope: 'refunds:write', text: 'orders.cancelItems', dialog: CancelItemsDialog },
  { action: 'mark-unpaid', scope: 'payments:write', text: 'orders.markUnpaid', field: 'reason', required: true },
  { action: 'cancel', scope: 'refunds:write', text: 'orders.cancel', field: 'reason', danger: true },
];

/** The buttons of what may be done next with an order. */
export function OrderCommands({ record: order, show, reread }: Detail<Order>) {
  const translate = useTranslate();
  const euros = useEuros();
  const [open, setOpen] = useState('');
  const isAllowed = (c: OrderCommand) => c.applies?.(order) ?? order.allowedActions.includes(c.action);
  const allowed = commands.filter((c) => isAllowed(c) && may(c.scope));
  const textOf = (c: OrderCommand) => (isPickup(order) && c.pickup) || c.text;
  const on = { onDone: show, onRefused: reread };
  return (
    <section aria-label={translate('orders.commands')}>
      {allowed.length === 0 && <Typography color="textSecondary">{translate('orders.nothingNext')}</Typography>}
      <Commands>
        {allowed.map((c, i) => {
          if (!c.dialog) {
            return (
              <CommandButton<Order>
                key={c.action}
                {...on}
                text={textOf(c)}
                values={{ number: order.number, total: euros(order.total) }}
                path={`/v1/admin/orders/${order.id}/${c.action}`}
                field={c.field}
                optional={!c.required}
                danger={c.danger}
                primary={i === 0}
              />
            );
          }
          return (
            <Button key={c.action} variant={i === 0 ? 'contained' : 'outlined'} onClick={() => setOpen(c.action)}>
              {translate(`${textOf(c)}.button`)}
            </Button>
          );
        })}
      </Commands>
      {allowed.map((c) => c.dialog && open === c.action && <c.dialog key={c.action} {...on} order={order} onClose={() => setOpen('')} />)}
    </section>
  );
}
