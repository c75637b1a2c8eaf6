import { Alert, AlertTitle, Button } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { Problem } from '../problem';
import type { Schemas } from '../types';

/** What an order is by now, as refusals of its commands say. */
type Current = Schemas['OrderState'];

/** The text of an error by its code, in the chosen language. */
export function useProblemText() {
  const translate = useTranslate();
  return (error: unknown): string => {
    if (!(error instanceof Problem)) return translate('errors.internal');
    const seconds = error.retryAfter ?? 60;
    const current = error.members.current as Current | undefined;
    if (error.code === 'invalid_transition' && current) {
      return translate('order.now', {
        status: translate(`orderStates.${current.status}`),
        payment: translate(`payments.${current.paymentStatus}`),
        fulfillment: translate(`fulfillments.${current.fulfillmentStatus}`),
      });
    }
    return translate(`errors.${error.code}`, { seconds, _: error.message });
  };
}

/** An error in words, with the id of its request to copy, and a way on. */
export function ProblemAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const id = error instanceof Problem ? error.requestId : null;
  const copy = () => navigator.clipboard.writeText(id ?? '').then(() => notify('secret.copied'));
  return (
    <Alert severity="error" action={retry && <Button color="inherit" onClick={retry}>{translate('errors.tryAgain')}</Button>}>
      <AlertTitle>{text(error)}</AlertTitle>
      {id && (
        <small style={{ overflowWrap: 'anywhere' }}>
          {translate('errors.requestId', { id })}{' '}
          <Button size="small" color="inherit" onClick={copy} aria-label={translate('errors.copyId')}>{translate('secret.copy')}</Button>
        </small>
      )}
    </Alert>
  );
}
