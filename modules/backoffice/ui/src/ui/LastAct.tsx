import { useQuery } from '@tanstack/react-query';
import { call, query } from '../api';
import { Actor, Sentence } from '../audit/Sentence';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Ago } from './Time';

/** The id of the record that a path names first. */
export const recordOf = (path: string) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(path)?.[0];

/** What was done last to a record, by whom and when, for those who read the audit. */
export function LastAct({ of }: { of?: string }) {
  const { data } = useQuery({
    queryKey: ['lastAct', of],
    queryFn: ({ signal }) => call<{ data: Schemas['Event'][] }>('/v1/admin/audit' + query({ key: of, limit: 1 }), { signal }),
    enabled: of !== undefined && may('audit:read'),
    retry: false,
    gcTime: 0,
  });
  const event = data?.data[0];
  if (!event) return null;
  return <div><Sentence event={event} linked={false} /> · <Actor of={event.actor} />, <Ago at={event.occurredAt} /></div>;
}
