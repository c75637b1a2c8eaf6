import { Button } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '../api';
import type { Schemas } from '../types';
import { Commands } from '../ui/DetailPage';
import { ListPage } from '../ui/ListPage';
import { Ago } from '../ui/Time';

type Notification = Schemas['Notification'];

/** What has happened that concerns who is signed in. */
export default function InboxList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const readAnew = () => {
    void queries.invalidateQueries({ queryKey: ['count'] });
    refresh();
  };
  const readAll = () => call('/v1/notifications/read-all', { method: 'POST' }).then(readAnew);
  const read = (n: Notification) => {
    if (!n.readAt) void call(`/v1/notifications/${n.id}/read`, { method: 'POST' }).then(readAnew, () => undefined);
  };
  const title = (n: Notification) => {
    const to = target(n);
    const text = n.readAt ? n.title : <strong>{n.title}</strong>;
    return to ? <Link to={to} onClick={() => read(n)}>{text}</Link> : text;
  };
  return (
    <>
      <Commands><Button variant="outlined" sx={{ mt: 2 }} onClick={readAll}>{translate('inbox.readAll')}</Button></Commands>
      <ListPage<Notification>
        title={translate('inbox.title')}
        tabs={{ source: 'unread', values: ['', 'true'], label: (v) => translate(v ? 'inbox.unread' : 'ui.list.all') }}
        empty={translate('inbox.empty')}
        columns={[
          { name: 'title', label: translate('ui.words.what'), show: title },
          { name: 'body', label: translate('inbox.text'), show: (n) => n.body },
          { name: 'createdAt', label: translate('ui.words.when'), show: (n) => <Ago at={n.createdAt} /> },
        ]}
        small={(n) => ({ first: title(n), second: n.body, right: <Ago at={n.createdAt} /> })}
      />
    </>
  );
}

/** The page of what a notification is about. */
function target({ kind, data }: Notification): string | null {
  const about = data as Partial<Record<'withdrawalId' | 'returnId' | 'orderId' | 'applicationId' | 'sku' | 'productId', string>>;
  if (about.withdrawalId) return `/withdrawals/${about.withdrawalId}`;
  if (about.returnId) return `/returns/${about.returnId}`;
  if (about.orderId) return `/orders/${about.orderId}`;
  if (about.applicationId) return `/wholesale/${about.applicationId}`;
  if (about.sku) return `/stock?filter=${encodeURIComponent(JSON.stringify({ q: about.sku }))}`;
  if (about.productId) return `/products/${about.productId}`;
  return kind.startsWith('webhook_') ? '/webhooks' : null;
}
