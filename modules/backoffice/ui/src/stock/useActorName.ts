import { useGetIdentity, useGetMany, useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';

/** The id of a user who is an actor, or null. */
const userOf = (actor: string | null | undefined) => (actor?.startsWith('user:') ? actor.slice('user:'.length) : null);

/** Returns the function that names who moved stock: members of the staff where they may be read. */
export function useActorName(actors: (string | null)[]) {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const ids = [...new Set(actors.map(userOf))].filter((id) => id !== null && id !== identity?.id) as string[];
  const { data } = useGetMany<Schemas['ManagedUser']>('customers', { ids }, { enabled: ids.length > 0 && may('customers:read'), retry: false });
  return ({ actor, orderId }: { actor: string | null; orderId: string | null }) => {
    if (!actor) return orderId ? translate('counting.buyer') : '–';
    const user = userOf(actor);
    if (!user) return actor.startsWith('key:') ? translate('counting.key') : translate('counting.system');
    if (user === identity?.id) return translate('counting.you');
    return data?.find((u) => u?.id === user)?.fullName ?? translate('counting.staff');
  };
}
