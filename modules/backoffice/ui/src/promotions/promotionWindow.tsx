import { useTranslate } from 'react-admin';
import { Time } from '../ui/Time';

/** What a promotion's state follows from. */
interface Scheduled {
  active: boolean;
  startsAt: string | null;
  endsAt: string | null;
}

/** Whether a promotion applies now. One that is used up is over. */
export function stateOf(p: Scheduled, isUsedUp = false): 'off' | 'planned' | 'over' | 'running' {
  const now = new Date().toISOString();
  if (!p.active) return 'off';
  if (p.startsAt && p.startsAt > now) return 'planned';
  return isUsedUp || (p.endsAt && p.endsAt <= now) ? 'over' : 'running';
}

/** When a promotion applies. */
export function Window({ of: { startsAt, endsAt } }: { of: Scheduled }) {
  const translate = useTranslate();
  if (!startsAt && !endsAt) return translate('promotions.always');
  return <>{startsAt && <Time at={startsAt} date />} – {endsAt && <Time at={endsAt} date />}</>;
}
