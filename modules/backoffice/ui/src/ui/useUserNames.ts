import { useGetMany } from 'react-admin';
import { may } from '../providers';
import * as session from '../session';
import type { Schemas } from '../types';

/** The id of a user who is an actor of the event log, or null. */
export const userOf = (actor: string | null | undefined) => (actor?.startsWith('user:') ? actor.slice('user:'.length) : null);

/**
 * Returns what names a user among the actors by the id. Who may not read accounts knows the names
 * of the staff alone.
 */
export function useUserNames(actors: (string | null | undefined)[]) {
  const me = session.user();
  const ids = [...new Set(actors.map(userOf))].filter((id) => id !== null && id !== me?.id) as string[];
  const { data } = useGetMany<Schemas['Colleague']>(may('customers:read') ? 'customers' : 'colleagues', { ids }, { enabled: ids.length > 0, retry: false });
  return (id: string) => (id === me?.id ? me.fullName : data?.find((user) => user?.id === id)?.fullName);
}
