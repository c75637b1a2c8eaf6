import type { Schemas } from '../types';

/** The state of an application: while it is under review, it says how the last question stands. */
export function stateOf({ status, question, answer }: Schemas['WholesaleApplication']) {
  if (status !== 'under_review' || question === null) return status;
  return answer === null ? 'asked' : 'answered';
}
