import { Alert, Box, Button, Drawer, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import { Problem } from '../problem';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, Facts } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One mail with its words, at the side of the list. */
export function MailDrawer({ id, onClose, onChanged }: Props) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const heading = useId();
  const key = ['mail', id];
  const { data: mail, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<Schemas['MailDetail']>(`/v1/admin/mails/${id}`, { signal }),
    retry: false,
  });
  const changed = () => {
    void queries.invalidateQueries({ queryKey: key });
    onChanged();
  };
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading, sx: { width: { xs: '100%', sm: 520 } } } }}>
      <Stack spacing={2} sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start' }}>
          <Typography id={heading} variant="h2">{mail ? (mail.subject ?? translate(`ui.mailKinds.${mail.kind}`)) : '…'}</Typography>
          <Button onClick={onClose} autoFocus>{translate('ui.command.close')}</Button>
        </Stack>
        {error && <ProblemAlert error={error} retry={refetch} />}
        {!mail && !error && <Skeleton variant="rounded" height={300} />}
        {mail && <Words mail={mail} onChanged={changed} />}
      </Stack>
    </Drawer>
  );
}

/** Throws when the mail has been sent again since it was read: its recipient would get it twice. */
async function isAsRead(mail: Schemas['MailDetail']) {
  const now = await call<Schemas['MailDetail']>(`/v1/admin/mails/${mail.id}`);
  if (now.status !== mail.status || now.sentAt !== mail.sentAt) throw new Problem(412, { code: 'precondition_failed' });
}

function Words({ mail, onChanged }: { mail: Schemas['MailDetail']; onChanged: () => void }) {
  const translate = useTranslate();
  return (
    <>
      <Stack direction="row" spacing={1}><Status kind="mails.states" value={mail.status} /></Stack>
      <Facts
        prefix="mails"
        of={[
          ['kind', translate(`ui.mailKinds.${mail.kind}`)],
          ['to', mail.to],
          ['created', <Time at={mail.createdAt} />],
          ['sent', mail.sentAt && <Time at={mail.sentAt} />],
          ['attempts', mail.attempts],
          ['error', mail.lastError],
        ]}
      />
      {mail.text === null
        ? <Alert severity="info">{translate('mails.erased')}</Alert>
        : (
          <>
            <Box component="pre" tabIndex={0} aria-label={translate('mails.text')} sx={{ m: 0, p: 2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', bgcolor: 'action.hover', borderRadius: 1 }}>
              {mail.text}
            </Box>
            <Typography variant="body2" color="textSecondary">{translate('mails.masked')}</Typography>
          </>
        )}
      {may('mails:write') && mail.text !== null && mail.status !== 'queued' && (
        <Commands>
          <CommandButton
            text="mails.retry"
            values={{ to: mail.to }}
            path={`/v1/admin/mails/${mail.id}/retry`}
            check={() => isAsRead(mail)}
            onDone={onChanged}
            onRefused={onChanged}
          />
        </Commands>
      )}
    </>
  );
}
