import { Button, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { useProblemText } from '../ui/Problem';
import { readyRoles } from './scopes';

/** The roles of the shop, for choices and texts. */
export function useRoles(): Schemas['StaffRole'][] | undefined {
  const { data } = useQuery({
    queryKey: ['roles', 'options'],
    queryFn: ({ signal }) => call<Schemas['StaffRoleList']>('/v1/admin/roles?limit=100', { signal }),
    retry: false,
  });
  return data?.data;
}

/** Returns the name of a role in the chosen language: the service names only the owner's. */
export function useRoleName() {
  const translate = useTranslate();
  return (name: string) => (name === 'owner' ? translate('staff.readyRoles.owner') : name);
}

const isSame = (a: string[], b: string[]) => a.length === b.length && a.every((scope) => b.includes(scope));

/** Offers the ready roles that the shop does not have yet; before the first one, with other words. */
export function ReadyRoles({ onlyAtFirst = false }: { onlyAtFirst?: boolean }) {
  const translate = useTranslate();
  const roles = useRoles();
  if (!roles || !may('staff:write')) return null;
  const isFirst = roles.every((role) => role.builtIn);
  const missing = readyRoles.filter((ready) => !roles.some((role) => isSame(role.scopes, ready.scopes)));
  if (missing.length === 0 || (onlyAtFirst && !isFirst)) return null;
  return (
    <Stack sx={{ mt: 2 }}>
      <Part title={translate('staff.readyRoles.title')}>
        <Typography gutterBottom>{translate(isFirst ? 'staff.readyRoles.none' : 'staff.readyRoles.text')}</Typography>
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {missing.map((ready) => <ReadyRole key={ready.key} of={ready.key} scopes={ready.scopes} />)}
        </Stack>
      </Part>
    </Stack>
  );
}

function ReadyRole({ of, scopes }: { of: string; scopes: string[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const name = translate(`staff.readyRoles.${of}.name`);
  const take = async () => {
    setBusy(true);
    try {
      await call('/v1/admin/roles', { method: 'POST', body: { name, scopes }, key });
      notify(translate('staff.readyRoles.done', { name }), { type: 'success' });
    } catch (error) {
      notify(text(error), { type: 'error' });
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: ['roles'] });
    refresh();
  };
  return (
    <Stack component="li" direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
      <Typography sx={{ flex: '1 1 240px' }}>
        <strong>{name}</strong>: {translate(`staff.readyRoles.${of}.text`)}
      </Typography>
      <Button variant="outlined" disabled={busy} onClick={() => void take()} aria-label={translate('staff.readyRoles.takeOf', { name })}>{translate('staff.readyRoles.take')}</Button>
    </Stack>
  );
}
