import { useGetMany } from 'react-admin';
import { may } from '../providers';
import * as session from '../session';
import type { Schemas } from '../types';

/** The id of a user who is an actor of the event log, or null. */
export const userOf = (actor: string | null | undefined) => (actor?.startsWith('user:') ? actor.slice('user:'.length) : null);

/** Returns what names a user among the actors by the id, where accounts may be read. */
export function useUserNames(actors: (string | null | undefined)[]) {
  const ids = [...new Set(actors.map(userOf))].filter((id) => id !== null && id !== session.user()?.id) as string[];
  const { data } = useGetMany<Schemas['ManagedUser']>('customers', { ids }, { enabled: ids.length > 0 && may('customers:read'), retry: false });
  return (id: string) => data?.find((user) => user?.id === id)?.fullName;
}
