import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ProblemAlert } from '../ui/Problem';
import { type GroupName, useGroupFields } from './fields';

type Groups = Schemas['Settings']['groups'];
type Group = Groups[GroupName];

const path = '/v1/admin/settings';
const names: GroupName[] = ['profile', 'seller', 'bank', 'tax', 'checkout', 'loyalty', 'mail'];

/** Who the shop is and how it sells, group by group. */
export default function SettingsPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', 'groups'],
    queryFn: ({ signal }) => call<Schemas['Settings']>(path, { signal }),
    retry: false,
  });
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 800 }}>
      <Title title={translate('settings.title')} />
      <Typography>{translate('settings.text')}</Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={600} />}
      {data && names.map((name) => <GroupPart key={name} name={name} group={data.groups[name]} />)}
    </Stack>
  );
}

/** The values of a group, and the form that changes them. */
function GroupPart({ name, group }: { name: GroupName; group: Group }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const values = group.values as Record<string, unknown>;
  const fields = useGroupFields(name, values);
  const pinnedBy = new Map(group.pinned.map((p) => [p.field, p.key]));
  const title = translate(`settings.groups.${name}`);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['settings'] });
  return (
    <Part title={title}>
      <Facts prefix="settings.fields" of={fields.map((f): [string, ReactNode] => [f.name, f.shown(values[f.name], pinnedBy.get(f.name))])} />
      {group.missing.length > 0 && (
        <Typography color="warning" sx={{ mt: 1 }}>
          {translate('settings.missing', { fields: group.missing.map((field) => translate(`settings.fields.${field}`)).join(', ') })}
        </Typography>
      )}
      {may('settings:write') && (
        <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setEditing(true)} aria-label={translate('settings.edit', { group: title })}>
          {translate('ui.list.edit')}
        </Button>
      )}
      {editing && (
        <FormDialog<Group>
          path={`${path}/${name}`}
          method="PUT"
          title={title}
          submit={translate('ui.list.save')}
          fields={fields.filter((f) => !pinnedBy.has(f.name))}
          initial={{ ...values, version: group.version }}
          reread={async () => {
            const now = await call<Group>(`${path}/${name}`);
            return { ...now.values, version: now.version };
          }}
          done={() => translate('settings.done', { group: title })}
          onDone={() => {
            setEditing(false);
            void readAgain();
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Part>
  );
}
