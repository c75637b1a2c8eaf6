import { Alert, AlertTitle, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Problem } from '../problem';
import type { Schemas } from '../types';

/** The text of an error by its code, in the chosen language; refusals is the prefix of more of them. */
export function useProblemText(refusals?: string) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  return (error: unknown): string => {
    if (!(error instanceof Problem)) return translate('errors.internal');
    const own = refusals && translate(`${refusals}.${error.code}`, { _: '' });
    if (own) return own;
    const seconds = error.retryAfter ?? 60;
    if (error.code === 'invalid_transition' && error.members.current) {
      const current = error.members.current as Schemas['OrderState'];
      return translate('order.now', {
        status: translate(`orderStates.${current.status}`),
        payment: translate(`payments.${current.paymentStatus}`),
        fulfillment: translate(`fulfillments.${current.fulfillmentStatus}`),
      });
    }
    if (error.code === 'already_decided' && error.members.current) {
      const { status, decidedAt } = error.members.current as Schemas['WholesaleDecision'];
      const at = decidedAt ? new Date(decidedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }) : '';
      return `${translate('errors.already_decided')} ${translate('wholesale.now', { status: translate(`applicationStates.${status}`), at })}`;
    }
    return translate(`errors.${error.code}`, { seconds, _: error.message });
  };
}

/** What uses a thing, as a problem names it: a person has another name than things. */
interface Use {
  id: string;
  name?: string;
  fullName?: string;
  email?: string;
}

/** The kinds of uses: the member that counts them all, and the page of one. */
const kinds: { kind: string; count: string; to: (use: Use) => string }[] = [
  { kind: 'products', count: 'productCount', to: ({ id }) => `/products/${id}` },
  { kind: 'categories', count: 'categoryCount', to: ({ id }) => `/categories?category=${id}` },
  { kind: 'brands', count: 'brandCount', to: () => '/brands' },
  { kind: 'members', count: 'memberCount', to: () => '/staff' },
  { kind: 'invitations', count: 'invitationCount', to: () => '/invitations' },
];

const nameOf = (use: Use) => use.name ?? `${use.fullName} (${use.email})`;

/** What uses the thing that an error is about, as links. */
function Uses({ error }: { error: Problem }) {
  const translate = useTranslate();
  return kinds.map(({ kind, count, to }) => {
    const uses = (error.members[kind] as Use[] | undefined) ?? [];
    if (uses.length === 0) return null;
    const more = Number(error.members[count]) - uses.length;
    return (
      <div key={kind}>
        {translate(`uses.${kind}`)}
        <ul style={{ margin: 0 }}>
          {uses.map((use) => <li key={use.id}><Link to={to(use)}>{nameOf(use)}</Link></li>)}
          {more > 0 && <li>{translate('uses.more', { smart_count: more })}</li>}
        </ul>
      </div>
    );
  });
}

/** An error in words, with the id of its request to copy, and a way on. */
export function ProblemAlert({ error, retry, refusals, children }: { error: unknown; retry?: () => void; refusals?: string; children?: ReactNode }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText(refusals);
  const id = error instanceof Problem ? error.requestId : null;
  const copy = () => navigator.clipboard.writeText(id ?? '').then(() => notify('secret.copied'));
  return (
    <Alert severity="error" action={retry && <Button color="inherit" onClick={retry}>{translate('errors.tryAgain')}</Button>}>
      <AlertTitle>{text(error)}</AlertTitle>
      {error instanceof Problem && error.code === 'in_use' && <Uses error={error} />}
      {children}
      {id && (
        <small style={{ overflowWrap: 'anywhere' }}>
          {translate('errors.requestId', { id })}{' '}
          <Button size="small" color="inherit" onClick={copy} aria-label={translate('errors.copyId')}>{translate('secret.copy')}</Button>
        </small>
      )}
    </Alert>
  );
}
