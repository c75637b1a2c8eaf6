// Errors of the service: application/problem+json (RFC 9457) with a stable code.

export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

/** An answer that was not a success, or none at all (status 0). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly errors: FieldError[];
  /** The members of the problem that only its code has. */
  readonly members: Record<string, unknown>;
  retryAfter: number | null = null; // seconds

  constructor(status: number, members: Record<string, unknown>) {
    super(typeof members.detail === 'string' ? members.detail : 'No answer.');
    this.status = status;
    this.code = typeof members.code === 'string' ? members.code : status === 0 ? 'offline' : 'internal';
    this.requestId = typeof members.requestId === 'string' ? members.requestId : null;
    this.errors = Array.isArray(members.errors) ? (members.errors as FieldError[]) : [];
    this.members = members;
  }

  /** Whether it is unknown if the service did what it was asked for. */
  get isUnclear(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Whether the record has a newer version than the one that the command is based on. */
export const isStale = (error: unknown) => error instanceof Problem && error.code === 'precondition_failed';

/** Whether what a command is about has changed meanwhile or is gone: its page is read anew. */
export const isRefusal = (error: unknown) =>
  error instanceof Problem &&
  (isStale(error) || error.status === 404 || (error.status === 409 && !['idempotency_in_progress', 'in_use'].includes(error.code)));

/** Reads the problem of an answer. */
export async function problemOf(answer: Response): Promise<Problem> {
  const members = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const problem = new Problem(answer.status, members);
  const wait = Number(answer.headers.get('Retry-After'));
  if (wait > 0) problem.retryAfter = wait;
  return problem;
}
