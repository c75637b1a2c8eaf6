// The session of the signed-in person. The refresh token is in a cookie that no script can read.
// The access token is in this module's memory, in each tab.

import { noAnswer } from './connection';
import { Problem, problemOf } from './problem';
import type { Schemas } from './types';

export type Profile = Schemas['Profile'];

/** What the tabs of one browser share. */
interface Grant {
  accessToken: string;
  expiresAt: number; // ms since 1970
  user: Profile;
}

/** Why a session ended: by a sign-out, by the service, or because its user left the staff. */
export type End = 'signedOut' | 'refused' | 'demoted';

type Message = { kind: 'grant'; grant: Grant } | { kind: 'ask' } | { kind: 'ended'; why: End };

/** Renewing begins this long before the access token ends. */
const renewBefore = 30_000;
/** How long a new tab waits for the token of another one before it renews for itself. */
const askFor = 150;
/** Set while somebody is signed in, so that a first visit does not ask the service in vain. */
const flag = 'signedIn';

/** How often a refusal leads to a look at what who is signed in may do, in milliseconds. */
const checkEvery = 60_000;

let current: Grant | null = null;
/** Who uses the pages, also while they are asked to sign in again. */
let person: Profile | null = null;
let lastEnd: End | null = null;
let checkedAt = 0;
const channel = new BroadcastChannel('orderd-session');
const onEnd = new Set<(why: End) => void>();
const onStart = new Set<(user: Profile) => void>();

channel.addEventListener('message', (event: MessageEvent<Message>) => {
  switch (event.data.kind) {
    case 'grant':
      take(event.data.grant);
      break;
    case 'ask':
      if (isFresh(current)) channel.postMessage({ kind: 'grant', grant: current } satisfies Message);
      break;
    case 'ended':
      forget(event.data.why);
  }
});

/** Calls listener when the session has ended, here or in another tab. */
export function whenEnded(listener: (why: End) => void): () => void {
  onEnd.add(listener);
  return () => {
    onEnd.delete(listener);
  };
}

/** Calls listener when a session is opened or renewed, here or in another tab. */
export function whenStarted(listener: (user: Profile) => void): () => void {
  onStart.add(listener);
  return () => {
    onStart.delete(listener);
  };
}

/** Why there is no session, or null when there is one, or never was. */
export const endedBy = (): End | null => (current ? null : lastEnd);

export const user = (): Profile | null => current?.user ?? null;

/** Whose pages are shown: who is signed in, or is asked to sign in again. */
export const shownTo = (): Profile | null => person;

/** Takes the access token of a step-up. */
export function stepUp(proved: { accessToken: string; expiresIn: number }) {
  if (!current) return;
  keep({ ...current, accessToken: proved.accessToken, expiresAt: Date.now() + proved.expiresIn * 1000 });
}

/** Replaces the profile after a change of it. */
export function setUser(profile: Profile) {
  if (current) keep({ ...current, user: profile });
}

/** Returns a token that is valid for a while, renewed when needed, or null without a session. */
export async function token(): Promise<string | null> {
  if (isFresh(current)) return current.accessToken;
  if (!localStorage.getItem(flag)) return null;
  return renew(null);
}

/** Renews the session after the service refused a token. Returns null when it has ended. */
export const renewAfter = (refused: string) => renew(refused);

/** Takes what a login, set-password or second factor answered. */
export function start(session: Schemas['Session']) {
  keep({
    accessToken: session.accessToken,
    expiresAt: Date.now() + session.expiresIn * 1000,
    user: session.user,
  });
}

/** Whether the account works for the shop. */
export const isStaff = (of: Profile) => of.role === 'admin' || of.role === 'staff';

/** Ends the session on the service and in all tabs. */
export async function end() {
  const bearer = current?.accessToken;
  if (!bearer) return;
  announceEnd('signedOut');
  await discard(bearer);
}

/** Ends a session that no tab uses. */
export async function discard(bearer: string) {
  await fetch('/v1/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${bearer}` } }).catch(() => undefined);
}

/** Reads anew what who is signed in may do, after the service has refused something. */
export async function checkAccess() {
  if (!current || Date.now() - checkedAt < checkEvery) return;
  checkedAt = Date.now();
  await renew(current.accessToken).catch(() => undefined);
}

/** Posts to an operation of the session, whose cookie the browser sends and keeps. */
export async function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Refresh-Cookie': '1' },
    body: JSON.stringify(body),
  });
}

/** One tab at a time renews; the others take its token. */
async function renew(refused: string | null): Promise<string | null> {
  return await navigator.locks.request('orderd-session', async () => {
    if (isFresh(current) && current.accessToken !== refused) return current.accessToken;
    if (await askOthers(refused)) return current!.accessToken;
    const answer = await post('/v1/auth/refresh', {}).catch(() => {
      noAnswer();
      throw new Problem(0, {});
    });
    if (answer.ok) return startIfStaff((await answer.json()) as Schemas['Session']);
    if (answer.status === 401 || answer.status === 403) {
      announceEnd('refused');
      return null;
    }
    throw await problemOf(answer);
  });
}

/** Takes a renewed session and returns its token, unless who has it works for the shop no more. */
async function startIfStaff(session: Schemas['Session']): Promise<string | null> {
  if (isStaff(session.user)) {
    start(session);
    return session.accessToken;
  }
  announceEnd('demoted');
  await discard(session.accessToken);
  return null;
}

/** Asks the other tabs for their token. Reports whether one has another than the refused one. */
async function askOthers(refused: string | null): Promise<boolean> {
  channel.postMessage({ kind: 'ask' } satisfies Message);
  const until = Date.now() + askFor;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (isFresh(current) && current.accessToken !== refused) return true;
  }
  return false;
}

function keep(grant: Grant) {
  localStorage.setItem(flag, '1');
  channel.postMessage({ kind: 'grant', grant } satisfies Message);
  take(grant);
}

function take(grant: Grant) {
  current = grant;
  person = grant.user;
  onStart.forEach((listener) => listener(grant.user));
}

function announceEnd(why: End) {
  channel.postMessage({ kind: 'ended', why } satisfies Message);
  forget(why);
}

function forget(why: End) {
  const wasSignedIn = current !== null;
  current = null;
  if (why !== 'refused') person = null;
  lastEnd = why;
  localStorage.removeItem(flag);
  if (wasSignedIn) onEnd.forEach((listener) => listener(why));
}

function isFresh(grant: Grant | null): grant is Grant {
  return grant !== null && Date.now() < grant.expiresAt - renewBefore;
}
