import NotificationsIcon from '@mui/icons-material/Notifications';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { follow, type Notification } from '../live';
import type { Schemas } from '../types';
import { useShopName } from '../ui/useShopName';

/** The lists that change with what a notification is about. */
const changed: Record<string, string[]> = {
  order_new: ['orders'],
  payment_received: ['orders', 'payments'],
  payment_disputed: ['orders', 'payments'],
  refund_to_send: ['refunds', 'orders'],
  parcel_back: ['orders'],
  mail_failed: ['mails'],
  return_requested: ['returns', 'orders'],
  new_return: ['returns', 'orders'],
  new_withdrawal: ['withdrawals', 'orders'],
  refund_failed: ['refunds', 'orders', 'payments'],
  payment_mismatched: ['orders', 'payments'],
  low_stock: ['stock', 'products'],
  wholesale_application: ['wholesale'],
  webhook_failing: ['webhooks', 'deliveries'],
  webhook_disabled: ['webhooks', 'deliveries'],
};

/** How many notifications are unread. */
function useUnread(): number {
  const { data } = useQuery({
    queryKey: ['count', 'unread'],
    queryFn: ({ signal }) => call<Schemas['NotificationList']>('/v1/notifications?unread=true&limit=1', { signal }),
    select: (page) => page.unreadCount,
    retry: false,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
  return data ?? 0;
}

/** The way to the inbox, with how much of it is unread. */
export function Bell() {
  const translate = useTranslate();
  const unread = useUnread();
  const label = translate('layout.news.bell', { smart_count: unread });
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to="/inbox" color="inherit" aria-label={label}>
        <Badge badgeContent={unread} color="error"><NotificationsIcon /></Badge>
      </IconButton>
    </Tooltip>
  );
}

/** Follows the news: reads anew what they change, and says politely what has come in. */
export function News() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [latest, setLatest] = useState<Notification | null>(null);
  useEffect(
    () =>
      follow((notification) => {
        setLatest(notification);
        void queries.invalidateQueries({ queryKey: ['count'] });
        for (const resource of ['inbox', ...(changed[notification.kind] ?? [])]) {
          void queries.invalidateQueries({ queryKey: [resource, 'getList'] });
          void queries.invalidateQueries({ queryKey: [resource, 'newest'] });
        }
      }),
    [queries],
  );
  useDocumentTitle();
  return (
    <div role="status" style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>
      {latest && translate('layout.news.one', { title: latest.title })}
    </div>
  );
}

/** Gives the document the title of its page, with how much is unread. */
function useDocumentTitle() {
  const translate = useTranslate();
  const unread = useUnread();
  const name = useShopName();
  const shop = name ?? translate('layout.shop.title');
  useEffect(() => {
    const heading = document.getElementById('react-admin-title');
    if (!heading) return;
    const show = () => {
      document.title = [`${unread > 0 ? `(${unread}) ` : ''}${heading.textContent ?? ''}`, shop].filter(Boolean).join(' – ');
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [unread, shop]);
}
