import { Box, Button, Skeleton, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link, Navigate, useParams } from 'react-router-dom';
import { call } from '../api';
import { NotFound } from '../layout/NotFound';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ProblemAlert } from '../ui/Problem';
import { type GroupName, useGroupFields } from './fields';
import { GroupMenu } from './GroupMenu';
import { groupNames, ownPages, useGroups } from './groups';

type Group = Schemas['Settings']['groups'][GroupName];

const path = '/v1/admin/settings';

/** The page of the group that the address names: its values, beside the menu of all groups. */
export default function GroupPage() {
  const { id } = useParams();
  const name = groupNames.find((n) => n === id);
  const own = ownPages[id ?? ''];
  if (own) return <Navigate to={own} replace />;
  return name ? <NamedGroup key={name} name={name} /> : <NotFound />;
}

function NamedGroup({ name }: { name: GroupName }) {
  const translate = useTranslate();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const { data, error, refetch } = useGroups();
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('settings.of', { group: translate(`settings.groups.${name}`) })} />
      <Stack direction={{ xs: 'column', md: 'row' }} spacing={2}>
        {isWide
          ? <Box sx={{ flex: '0 0 200px' }}><GroupMenu groups={data} current={name} /></Box>
          : <Link to="/settings">{translate('settings.all')}</Link>}
        <Stack spacing={2} sx={{ flex: 1, minWidth: 0, maxWidth: 800 }}>
          {error && <ProblemAlert error={error} retry={refetch} />}
          {!data && !error && <Skeleton variant="rounded" height={400} />}
          {data && <GroupPart name={name} group={data[name]} />}
        </Stack>
      </Stack>
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
