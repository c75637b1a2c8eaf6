import { Alert, Box } from '@mui/material';
import { useCallback, useEffect, useState } from 'react';
import { CloseNotificationContext, type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';

/** How long a message stays, in milliseconds: long enough to be read aloud. */
const stays = 10_000;
/** How many messages are shown at most; the oldest goes. */
const most = 3;

/** Shows messages as they come, the newest below. A message that comes again replaces the former. */
export function Notices() {
  const { notifications, setNotifications } = useNotificationContext();
  const newest = notifications.filter((notice, i) => !notifications.slice(i + 1).some((later) => later.message === notice.message));
  const close = useCallback((message: NotificationPayload['message']) => setNotifications((all) => all.filter((n) => n.message !== message)), [setNotifications]);
  return (
    <Box
      className="notices"
      aria-live="polite"
      sx={{
        position: 'fixed', bottom: 16, left: 16, right: 16, zIndex: 'snackbar', pointerEvents: 'none',
        display: 'grid', gap: 1, justifyItems: 'center',
      }}
    >
      {newest.slice(-most).map((notice, i) => <Notice key={typeof notice.message === 'string' ? notice.message : i} notice={notice} onClose={close} />)}
    </Box>
  );
}

interface Props {
  notice: NotificationPayload;
  onClose: (message: NotificationPayload['message']) => void;
}

function Notice({ notice, onClose }: Props) {
  const translate = useTranslate();
  const [held, setHeld] = useState(false);
  const duration = notice.notificationOptions?.autoHideDuration;
  const close = useCallback(() => onClose(notice.message), [onClose, notice.message]);
  const { message } = notice;
  useEffect(() => {
    if (held || duration === null) return;
    const timer = setTimeout(close, duration ?? stays);
    return () => clearTimeout(timer);
  }, [held, duration, close, notice]); // a message that comes again stays as long again
  return (
    <CloseNotificationContext.Provider value={close}>
      <Alert
        severity={notice.type}
        role={notice.type === 'error' || notice.type === 'warning' ? 'alert' : 'status'}
        onClose={close}
        closeText={translate('ui.notice.dismiss')}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        sx={{ pointerEvents: 'auto', maxWidth: 600, boxShadow: 6 }}
      >
        {typeof message === 'string' ? translate(message, { _: message, ...notice.notificationOptions?.messageArgs }) : message}
      </Alert>
    </CloseNotificationContext.Provider>
  );
}
