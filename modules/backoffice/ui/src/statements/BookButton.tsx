import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { OrderField, type OrderChoice } from '../orders/OrderField';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useEuros } from '../ui/Money';
import { useRefused } from '../ui/useRefused';

type Entry = Schemas['StatementEntry'];

/** Books an entry for its order, or for another one that is chosen. */
export function BookButton({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('statements.entries.book.button')}</Button>
      {open && <BookDialog entry={entry} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

function BookDialog({ entry, onDone, onClose }: { entry: Entry; onDone: () => void; onClose: () => void }) {
  const translate = useTranslate();
  const euros = useEuros();
  const { onError, refused, clear } = useRefused();
  const own = entry.orderId && entry.orderNumber ? { id: entry.orderId, number: entry.orderNumber, about: '' } : null;
  const [chosen, setChosen] = useState<OrderChoice | null>(own);
  const values = { amount: euros(entry.amount), name: entry.name ?? '–' };
  return (
    <CommandDialog<Entry>
      path={`/v1/admin/payments/entries/${entry.id}/book`}
      body={{ orderId: chosen?.id }}
      title={translate('statements.entries.book.title', values)}
      submit={translate('statements.entries.book.button')}
      refusals="statements.entries.book"
      disabled={!chosen}
      dirty={chosen?.id !== own?.id}
      done={(booked) => translate('statements.entries.book.done', { ...values, number: booked.orderNumber ?? '' })}
      onDone={onDone}
      onError={onError}
      onRefused={onDone}
      placed={['orderId']}
      onClose={onClose}
    >
      <Typography>{entry.text}</Typography>
      <Typography>{translate(`statements.entries.book.${entry.match}`, { due: euros(entry.due ?? 0) })}</Typography>
      <OrderField
        label={translate('statements.entries.order')}
        value={chosen}
        error={refused('orderId')}
        onChange={(order) => {
          clear('orderId');
          setChosen(order);
        }}
        aboutOf={(o) => translate('statements.entries.book.about', { name: o.customer.fullName || '–', due: euros(o.payment.due) })}
      />
    </CommandDialog>
  );
}
