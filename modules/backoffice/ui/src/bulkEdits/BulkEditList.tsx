import { useTranslate } from 'react-admin';
import { useActorName } from '../stock/useActorName';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { useActionText } from './useActionText';

type Edit = Schemas['BulkEdit'];

/** The changes of many products at once, the newest first. */
export default function BulkEditList() {
  const translate = useTranslate();
  const textOf = useActionText();
  const states = (edit: Edit) => <Status kind="bulkEdits.states" value={edit.status} />;
  const counts = (edit: Edit) => translate('bulkEdits.counts', { changed: edit.changed, total: edit.total });
  return (
    <ListPage<Edit>
      title={translate('bulkEdits.title')}
      empty={translate('bulkEdits.empty')}
      to={(edit) => `/bulk-edits/${edit.id}`}
      columns={[
        { name: 'action', label: translate('bulkEdits.action'), show: textOf },
        { name: 'status', label: translate('ui.words.status'), show: states },
        { name: 'changed', label: translate('bulkEdits.changed'), show: counts },
        { name: 'failed', label: translate('bulkEdits.failed'), align: 'right', show: (edit) => edit.failed },
        { name: 'actor', label: translate('bulkEdits.actor'), show: (edit) => <Actor edit={edit} /> },
        { name: 'createdAt', label: translate('ui.words.created'), show: (edit) => <Ago at={edit.createdAt} /> },
      ]}
      small={(edit) => ({ first: textOf(edit), second: counts(edit), right: <Ago at={edit.createdAt} /> })}
    />
  );
}

function Actor({ edit }: { edit: Edit }) {
  return useActorName([edit.actor])({ actor: edit.actor, orderId: null });
}
