import { useQuery } from '@tanstack/react-query';
import { call, query } from '../api';
import { Actor, Sentence } from '../audit/Sentence';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Ago } from './Time';

/** The id of the record that a path names first. */
export const recordOf = (path: string) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(path)?.[0];

/** How many of the newest acts are searched for one that names the record. */
const searched = 50;

/** The last act of which the record is the key, or, newest first, one that names it. */
async function lastAct(of: string, signal: AbortSignal): Promise<Schemas['Event'] | null> {
  const read = async (filter: Record<string, string | number | boolean>) =>
    (await call<{ data: Schemas['Event'][] }>('/v1/admin/audit' + query(filter), { signal })).data;
  const [own] = await read({ key: of, limit: 1 });
  if (own) return own;
  return (await read({ sessions: false, limit: searched })).find((event) => Object.values(event.payload).includes(of)) ?? null;
}

/** What was done last to a record, by whom and when, for those who read the audit. */
export function LastAct({ of = '' }: { of?: string }) {
  const { data: event } = useQuery({
    queryKey: ['lastAct', of],
    queryFn: ({ signal }) => lastAct(of, signal),
    enabled: of !== '' && may('audit:read'),
    retry: false,
    gcTime: 0,
  });
  if (!event) return null;
  return <div><Sentence event={event} linked={false} /> · <Actor of={event.actor} />, <Ago at={event.occurredAt} /></div>;
}
