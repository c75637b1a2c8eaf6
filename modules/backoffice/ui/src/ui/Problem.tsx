import { Alert, AlertTitle, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type FieldError, Problem } from '../problem';
import type { Schemas } from '../types';
import { detailIn, isAbout, useFaultText } from './faults';

/** What the service says of any order, and the page says better. */
const usual = "The order's state does not allow this.";

/** The name of an error by its code, in the chosen language; refusals is the prefix of more of them. */
function useProblemTitle(refusals?: string) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  return (error: unknown): string => {
    if (!(error instanceof Problem)) return translate('ui.errors.internal');
    const own = refusals && translate(`${refusals}.${error.code}`, { _: '' });
    if (own) return own;
    const seconds = error.retryAfter ?? 60;
    if (error.code === 'invalid_transition' && error.members.current) {
      const current = error.members.current as Schemas['OrderState'];
      return translate('ui.orderNow', {
        status: translate(`ui.orderStates.${current.status}`),
        payment: translate(`ui.payments.${current.paymentStatus}`),
        fulfillment: translate(`ui.fulfillments.${current.fulfillmentStatus}`),
      });
    }
    if (error.code === 'invalid_transition' && error.message !== usual) return detailIn(locale, error.message);
    if (error.code === 'already_decided' && error.members.current) {
      const { status, decidedAt } = error.members.current as Schemas['WholesaleDecision'];
      const at = decidedAt ? new Date(decidedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }) : '';
      return `${translate('ui.errors.already_decided')} ${translate('ui.applicationNow', { status: translate(`ui.applicationStates.${status}`), at })}`;
    }
    return translate(`ui.errors.${error.code}`, { seconds, _: error.message });
  };
}

/** The faults of an error that are said at no field; placed has the names of those that have one. */
const unplaced = (error: unknown, placed: string[]) =>
  error instanceof Problem ? error.errors.filter((fault) => !placed.some((name) => isAbout(fault, name))) : [];

/** Returns what says a fault that has no field, with the name of what it is about. */
function useFaultLine() {
  const text = useFaultText();
  return (fault: FieldError) => [fault.pointer.replace(/^[/?]/, ''), text(fault)].filter(Boolean).join(' ');
}

/** The text of an error with all that is wrong, but what is said at fields: placed has their names. */
export function useProblemText(refusals?: string, placed: string[] = []) {
  const title = useProblemTitle(refusals);
  const line = useFaultLine();
  return (error: unknown): string => [title(error), unplaced(error, placed).map(line).join('; ')].filter(Boolean).join(' ');
}

/** What uses a thing, as a problem names it: a person has another name than things. */
interface Use {
  id: string;
  name?: string;
  fullName?: string;
  email?: string;
}

/** The kinds of uses: the member that counts them all, where not all are named, and the page of one. */
const kinds: { kind: string; count?: string; to: (use: Use) => string }[] = [
  { kind: 'products', count: 'productCount', to: ({ id }) => `/products/${id}` },
  { kind: 'categories', count: 'categoryCount', to: ({ id }) => `/categories?category=${id}` },
  { kind: 'brands', count: 'brandCount', to: () => '/brands' },
  { kind: 'collections', count: 'collectionCount', to: ({ id }) => `/collections/${id}` },
  { kind: 'members', count: 'memberCount', to: () => '/staff' },
  { kind: 'invitations', count: 'invitationCount', to: () => '/invitations' },
  { kind: 'groups', to: ({ id }) => (id === 'storefront' ? '/looks' : `/settings/${id}`) },
];

const nameOf = (use: Use) => use.name ?? `${use.fullName} (${use.email})`;

/** What an error says that uses the thing: groups of settings have names alone. */
function usesOf(error: Problem, kind: string, translate: (text: string) => string): Use[] {
  const uses = (error.members[kind] as (Use | string)[] | undefined) ?? [];
  return uses.map((use) => (typeof use === 'string' ? { id: use, name: translate(`ui.uses.settings.${use}`) } : use));
}

/** What uses the thing that an error is about, as links. */
function Uses({ error }: { error: Problem }) {
  const translate = useTranslate();
  return kinds.map(({ kind, count, to }) => {
    const uses = usesOf(error, kind, translate);
    if (uses.length === 0) return null;
    const more = count ? Number(error.members[count]) - uses.length : 0;
    return (
      <div key={kind}>
        {translate(`ui.uses.${kind}`)}
        <ul style={{ margin: 0 }}>
          {uses.map((use) => <li key={use.id}><Link to={to(use)}>{nameOf(use)}</Link></li>)}
          {more > 0 && <li>{translate('ui.uses.more', { smart_count: more })}</li>}
        </ul>
      </div>
    );
  });
}

interface Props {
  error: unknown;
  retry?: () => void;
  /** The prefix of texts of its own for the codes of refusals. */
  refusals?: string;
  /** The members of the request whose faults are said at their fields. */
  placed?: string[];
  children?: ReactNode;
}

/** An error in words, with the id of its request to copy, and a way on. */
export function ProblemAlert({ error, retry, refusals, placed = [], children }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const title = useProblemTitle(refusals);
  const line = useFaultLine();
  const faults = unplaced(error, placed);
  const id = error instanceof Problem ? error.requestId : null;
  const copy = () => navigator.clipboard.writeText(id ?? '').then(() => notify('ui.secret.copied'));
  return (
    <Alert severity="error" action={retry && <Button color="inherit" onClick={retry}>{translate('ui.errors.tryAgain')}</Button>}>
      <AlertTitle>{title(error)}</AlertTitle>
      {faults.length > 0 && (
        <ul style={{ margin: 0, paddingLeft: '1em' }}>
          {faults.map((fault) => <li key={`${fault.pointer} ${fault.detail}`} style={{ overflowWrap: 'anywhere' }}>{line(fault)}</li>)}
        </ul>
      )}
      {error instanceof Problem && error.code === 'in_use' && <Uses error={error} />}
      {children}
      {id && (
        <small style={{ overflowWrap: 'anywhere' }}>
          {translate('ui.errors.requestId', { id })}{' '}
          <Button size="small" color="inherit" onClick={copy} aria-label={translate('ui.errors.copyId')}>{translate('ui.secret.copy')}</Button>
        </small>
      )}
    </Alert>
  );
}
