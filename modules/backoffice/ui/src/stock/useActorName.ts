import { useTranslate } from 'react-admin';
import * as session from '../session';
import { userOf, useUserNames } from '../ui/useUserNames';

/** Returns the function that names who moved stock: members of the staff where they may be read. */
export function useActorName(actors: (string | null)[]) {
  const translate = useTranslate();
  const nameOf = useUserNames(actors);
  return ({ actor, orderId }: { actor: string | null; orderId: string | null }) => {
    if (!actor) return orderId ? translate('stock.counting.buyer') : '–';
    const user = userOf(actor);
    if (!user) return actor.startsWith('key:') ? translate('stock.counting.key') : translate('stock.counting.system');
    if (user === session.user()?.id) return translate('stock.counting.you');
    return nameOf(user) ?? translate('stock.counting.staff');
  };
}
