import { Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { type Detail, Part } from '../ui/DetailPage';
import { Time } from '../ui/Time';
import { useActor } from './OrderTimeline';

/** What staff have noted on an order. */
export function OrderNotes({ record: order, reread }: Detail<Schemas['AdminOrder']>) {
  const translate = useTranslate();
  const nameOf = useActor(order, order.notes.map((note) => note.author));
  return (
    <Part title={translate('orders.notes')}>
      <Stack spacing={1} sx={{ alignItems: 'start' }}>
        {order.notes.length === 0 && <Typography color="textSecondary">{translate('orders.noNotes')}</Typography>}
        {order.notes.map((note) => (
          <div key={note.id}>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</Typography>
            <Typography variant="body2" color="textSecondary">
              {translate('orders.by', { actor: nameOf(note.author, note.authorName) })} · <Time at={note.createdAt} />
            </Typography>
          </div>
        ))}
        {may('orders:write') && (
          <CommandButton
            text="orders.note"
            values={{ number: order.number }}
            path={`/v1/admin/orders/${order.id}/notes`}
            field="text"
            onDone={reread}
            onRefused={reread}
          />
        )}
      </Stack>
    </Part>
  );
}
