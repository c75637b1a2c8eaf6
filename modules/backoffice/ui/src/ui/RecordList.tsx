import { Button } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useRefresh, useTranslate } from 'react-admin';
import { may } from '../providers';
import { CommandButton } from './CommandButton';
import { Commands } from './DetailPage';
import type { Values } from './ConflictDialog';
import { type Field, FormDialog } from './FormDialog';
import { type Column, ListPage, type ListProps } from './ListPage';

interface Props<T> {
  /** The prefix of the texts: title, empty, new, edit, saved, and remove with its own. */
  text: string;
  /** Where records are made; each is changed and removed below it. */
  path: string;
  /** The scope that a change needs. */
  scope: string;
  /** The same of each record, or those of a record and with null of a new one. */
  fields: Field[] | ((record: T | null) => Field[]);
  /** What the fields of a new record begin with. */
  initial?: Record<string, unknown>;
  name: (record: T) => string;
  columns: Column<T>[];
  /** Where a record's page is, if there is one. */
  to?: (record: T) => string;
  search?: string;
  tabs?: ListProps<T>['tabs'];
  /** What the form says below its fields. */
  hint?: (body: Values) => React.ReactNode;
  /** Changes what is sent by what its members say together. */
  complete?: (body: Values) => Values;
  second: (record: T) => string;
  /** Records that stay as they are. */
  isFixed?: (record: T) => boolean;
  /** Gets a new record, for what is shown only once. */
  onMade?: (record: T) => void;
  /** Other commands of a record. */
  more?: (record: T, refresh: () => void) => React.ReactNode;
}

/** A list whose records are made, changed and removed in dialogs. */
export function RecordList<T extends RaRecord>({ text, path, scope, fields, initial, name, columns, to, search, tabs, hint, complete, second, isFixed, onMade, more }: Props<T>) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [editing, setEditing] = useState<T | 'new' | null>(null);
  const isNew = editing === 'new';
  const commands = (record: T) => (
    <Commands>
      {more?.(record, refresh)}
      {!isFixed?.(record) && may(scope) && (
        <>
          <Button variant="outlined" onClick={() => setEditing(record)}>{translate('ui.list.edit')}</Button>
          <CommandButton text={`${text}.remove`} values={{ name: name(record) }} path={`${path}/${record.id}`} method="DELETE" version={record.version} danger onDone={refresh} onRefused={refresh} />
        </>
      )}
    </Commands>
  );
  return (
    <>
      {may(scope) && (
        <Commands>
          <Button variant="contained" onClick={() => setEditing('new')} sx={{ mt: 2 }}>{translate(`${text}.new`)}</Button>
        </Commands>
      )}
      <ListPage<T>
        title={translate(`${text}.title`)}
        search={search}
        tabs={tabs}
        empty={translate(`${text}.empty`)}
        to={to}
        columns={[...columns, { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: commands }]}
        small={(record) => ({ first: name(record), second: second(record), right: commands(record) })}
      />
      {editing && (
        <FormDialog<T>
          path={isNew ? path : `${path}/${editing.id}`}
          method={isNew ? 'POST' : 'PATCH'}
          title={isNew ? translate(`${text}.new`) : translate('ui.list.editOf', { name: name(editing) })}
          submit={translate('ui.list.save')}
          fields={typeof fields === 'function' ? fields(isNew ? null : editing) : fields}
          initial={isNew ? initial : editing}
          hint={hint}
          complete={complete}
          done={(saved) => translate('ui.list.saved', { name: name(saved) })}
          onDone={(saved) => {
            refresh();
            if (isNew) onMade?.(saved);
          }}
          onRefused={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
