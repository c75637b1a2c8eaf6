import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Detail, Part } from './DetailPage';
import { type Edited, FormDialog } from './FormDialog';
import { isAnyWrong, type Metadata, type MetadataRow, metadataOf, rowsOf, sayMetadata } from './metadata';
import { MetadataRows } from './MetadataRows';

interface Described {
  id: string;
  metadata: Metadata;
  version: number;
}

interface Props<T extends Described> extends Detail<T> {
  /** What changes the record. */
  path: string;
  /** What the record is called. */
  name: string;
  /** Who sees it, where customers do. */
  help?: string;
  editable: boolean;
}

/** The metadata of a record, and the form that changes it. */
export function MetadataPart<T extends Described>({ record, show, reread, path, name, help, editable }: Props<T>) {
  const translate = useTranslate();
  const [changing, setChanging] = useState(false);
  const rows = rowsOf(record.metadata);
  return (
    <Part title={translate('ui.metadata.title')}>
      {rows.length === 0 && <Typography color="textSecondary">{translate('ui.metadata.none')}</Typography>}
      <Stack component="dl" spacing={1} sx={{ m: 0 }}>
        {rows.map((row) => (
          <div key={row.key}>
            <Typography component="dt" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>{row.key}</Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{row.value}</Typography>
          </div>
        ))}
      </Stack>
      {editable && <Button variant="outlined" sx={{ mt: 1 }} onClick={() => setChanging(true)}>{translate('ui.metadata.edit')}</Button>}
      {changing && (
        <FormDialog<T>
          path={path}
          method="PATCH"
          title={translate('ui.metadata.of', { name })}
          submit={translate('ui.list.save')}
          fields={[
            {
              name: 'metadata', label: translate('ui.metadata.title'), help, say: sayMetadata, unfit: (held) => isAnyWrong((held ?? []) as MetadataRow[]), read: (value) => rowsOf((value ?? {}) as Metadata), write: (held) => metadataOf((held ?? []) as MetadataRow[]),
              edit: (edited) => <MetadataRows key="metadata" {...(edited as Edited<MetadataRow[] | null>)} />,
            },
          ]}
          initial={{ metadata: record.metadata, version: record.version }}
          done={() => translate('ui.metadata.done', { name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setChanging(false)}
        />
      )}
    </Part>
  );
}
