// The one way to call the service: with the session's token, renewed once when it is refused.

import { noAnswer } from './connection';
import { Problem, problemOf } from './problem';
import * as session from './session';

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** The same for each repetition of one action: the service does it once. */
  key?: string;
  /** The ETag of the version that a change is based on (tagOf). */
  match?: string;
  headers?: Record<string, string>;
  /** Whether a wait that the service asks for is not announced. */
  quiet?: boolean;
  signal?: AbortSignal;
}

/** Calls an operation and returns its body. Throws a Problem. */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const answer = await callRaw(path, options);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The ETag of a version, for If-Match; none for a record without versions. */
export const tagOf = (version: unknown) => (typeof version === 'number' ? `"${version}"` : undefined);

/** A question to who uses the session; false when they don't want to answer it. */
type Question = () => Promise<boolean>;

/** Makes a question that is asked once, however many calls need its answer at the same time. */
function askedOnce() {
  let question: Question | null = null;
  let asking: Promise<boolean> | null = null;
  return {
    register: (ask: Question) => {
      question = ask;
      return () => {
        question = null;
      };
    },
    ask: async (): Promise<boolean> => {
      asking ??= question?.().finally(() => {
        asking = null;
      }) ?? null;
      return (await asking) ?? false;
    },
  };
}

const proof = askedOnce();
const signIn = askedOnce();

/** Registers what is asked when an operation answers step_up_required, until the result's call. */
export const onStepUp = proof.register;
/** Registers what is asked when the session has ended while a page was open, likewise. */
export const onSignedOut = signIn.register;
/** Asks who used the session to sign in again. */
export const askToSignIn = signIn.ask;

/** The longest wait that the service may ask for before a call is repeated, in seconds. */
const longestWait = 60;
/** How often a call is repeated because the service asked to wait. */
const waits = 3;

let announceWait: (seconds: number) => void = () => undefined;

/** Registers what says that a call waits because there were too many. */
export function onWait(announce: (seconds: number) => void) {
  announceWait = announce;
}

/** Calls an operation and returns its answer, for files and streams. Throws a Problem. */
export async function callRaw(path: string, options: Call = {}): Promise<Response> {
  for (let waited = 0; ; waited++) {
    const answer = await callWithSession(path, options);
    if (answer.ok) return answer;
    const problem = await problemOf(answer);
    if (problem.status === 429 && waited < waits && problem.retryAfter !== null && problem.retryAfter <= longestWait) {
      if (!options.quiet) announceWait(problem.retryAfter);
      await pause(problem.retryAfter * 1000, options.signal);
      continue;
    }
    if (problem.code === 'forbidden') void session.checkAccess();
    if (problem.code !== 'step_up_required' || !(await proof.ask())) throw problem;
  }
}

/** Sends with the token of the session. A session that has ended is opened anew by who used it. */
async function callWithSession(path: string, options: Call): Promise<Response> {
  let bearer = await tokenOrSignIn();
  let answer = await send(path, options, bearer);
  if (answer.status !== 401 || (await isWrongPassword(answer))) return answer;
  bearer = (await session.renewAfter(bearer)) ?? (await tokenOrSignIn());
  answer = await send(path, options, bearer);
  return answer;
}

/** Whether a 401 is about a password in the body, and not about the session. */
const isWrongPassword = async (answer: Response) => (await problemOf(answer.clone())).code === 'invalid_credentials';

async function tokenOrSignIn(): Promise<string> {
  const bearer = (await session.token()) ?? ((await askToSignIn()) ? await session.token() : null);
  if (!bearer) throw new Problem(401, { code: 'unauthenticated' });
  return bearer;
}

async function send(path: string, options: Call, bearer: string): Promise<Response> {
  const headers: Record<string, string> = { ...options.headers, Authorization: `Bearer ${bearer}` };
  let body: BodyInit | undefined;
  if (options.body instanceof Blob) {
    headers['Content-Type'] = options.body.type;
    body = options.body;
  } else if (options.body instanceof FormData) {
    body = options.body; // the browser names its type, with the boundary
  } else if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  if (options.key) headers['Idempotency-Key'] = options.key;
  if (options.match) headers['If-Match'] = options.match;
  try {
    return await fetch(path, { method: options.method ?? 'GET', headers, body, signal: options.signal });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    noAnswer();
    throw new Problem(0, { code: 'offline', detail: 'The service did not answer.' });
  }
}

/** Waits, or throws as soon as the signal ends the wait. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** A query string of the parameters that have a value. */
export function query(parameters: Record<string, unknown>): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') q.append(name, String(one));
    }
  }
  const text = q.toString();
  return text && `?${text}`;
}
