import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { MailDrawer } from './MailDrawer';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { RelatedList, relatedKey } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';

const path = '/v1/admin/mails';

interface Props {
  /** The id of the order, application or account. */
  about: string;
  title: string;
}

/** The mails about a record; each opens with its words, and can be sent again. */
export function MailsAbout({ about, title }: Props) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const kind = (m: Schemas['Mail']) => translate(`ui.mailKinds.${m.kind}`, { _: m.kind });
  return (
    <Part title={title}>
      <RelatedList<Schemas['Mail']>
        path={path}
        filter={{ key: about }}
        keyOf={(m) => m.id}
        empty={translate('mails.none')}
        columns={[
          { name: 'kind', label: translate('mails.kind'), show: (m) => <Button size="small" sx={{ px: 0, textAlign: 'left' }} onClick={() => setOpen(m.id)}>{kind(m)}</Button> },
          { name: 'status', label: translate('ui.words.status'), show: (m) => <Status kind="mails.states" value={m.status} /> },
          { name: 'createdAt', label: translate('ui.words.created'), show: (m) => <Ago at={m.createdAt} /> },
        ]}
      >
        <Link to={`/mails?filter=${encodeURIComponent(JSON.stringify({ key: about }))}`}>{translate('mails.title')}</Link>
      </RelatedList>
      {open && <MailDrawer id={open} onClose={() => setOpen(null)} onChanged={() => void queries.invalidateQueries({ queryKey: relatedKey(path) })} />}
    </Part>
  );
}
