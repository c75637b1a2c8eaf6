// News of the service as they come. One tab of the browser, the leader, reads the stream and
// passes each notification on to the others.

import { callRaw } from './api';
import * as session from './session';
import type { Schemas } from './types';

export type Notification = Schemas['Notification'];

interface News {
  /** What the stream is resumed after. */
  id: string;
  notification: Notification;
}

/** The stream has a sign of life each 15 seconds; without any for this long, it is opened anew. */
const silence = 40_000;
/** How long to wait before the stream is opened again: doubled each time, up to the longest. */
const firstPause = 1_000;
const longestPause = 30_000;

const channel = new BroadcastChannel('orderd-live');
const listeners = new Set<(notification: Notification) => void>();
let last: string | null = null;

channel.addEventListener('message', (event: MessageEvent<News>) => take(event.data));

function take(news: News) {
  last = news.id;
  listeners.forEach((listener) => listener(news.notification));
}

/** Calls listener with each notification that comes in, until the result is called. */
export function follow(listener: (notification: Notification) => void): () => void {
  listeners.add(listener);
  const end = new AbortController();
  // The lock is held as long as the tab is open: then another one leads.
  navigator.locks.request('orderd-live', { signal: end.signal }, () => lead(end.signal)).catch(() => undefined);
  return () => {
    listeners.delete(listener);
    end.abort();
  };
}

async function lead(end: AbortSignal) {
  let pause = firstPause;
  while (!end.aborted) {
    try {
      await readStream(end);
      pause = firstPause;
    } catch {
      pause = Math.min(pause * 2, longestPause);
    }
    await wait(pause, end);
  }
}

/** Reads the stream until it ends. */
async function readStream(end: AbortSignal) {
  if (!session.user()) return; // signed out: the page asks for it
  const cut = new AbortController();
  const signal = AbortSignal.any([end, cut.signal]);
  const headers = { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) };
  const answer = await callRaw('/v1/notifications/stream', { signal, headers, quiet: true });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const timer = setTimeout(() => cut.abort(), silence);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    events.forEach(dispatch);
  }
}

/** Takes one event of the stream; comments and events of other names are left out. */
function dispatch(event: string) {
  const fields = new Map(event.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  const [id, data] = [fields.get('id'), fields.get('data')];
  if (fields.get('event') !== 'notification' || !id || !data) return;
  const news: News = { id, notification: JSON.parse(data) as Notification };
  channel.postMessage(news);
  take(news);
}

function wait(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    end.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
