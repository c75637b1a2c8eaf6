import { useRef, useState } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { call } from '../api';
import { Problem } from '../problem';

/** How many requests are under way at once. */
const atOnce = 4;

/** One request, of one record. */
export interface BulkRequest {
  path: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  match?: string;
}

/** What became of a record: done, or why not. */
export type Outcome = { error: unknown } | 'done';

/**
 * Sends one request for each record, and keeps what became of each. A record whose answer was lost
 * keeps its idempotency key, so that a repetition has one effect; a refused one gets another. One
 * that somebody else has changed is read anew, so that a repetition is about what it is now.
 */
export function useBulk<T extends RaRecord>(requestOf: (record: T) => BulkRequest) {
  const keys = useRef(new Map<Identifier, string>());
  const newer = useRef(new Map<Identifier, T>());
  const waiting = useRef<T[]>([]);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Identifier, Outcome>>(new Map());
  const [running, setRunning] = useState(false);

  const send = async (record: T) => {
    const key = keys.current.get(record.id) ?? crypto.randomUUID();
    keys.current.set(record.id, key);
    const { path, ...request } = requestOf(newer.current.get(record.id) ?? record);
    try {
      await call(path, { ...request, method: request.method ?? 'POST', key });
      return 'done' as const;
    } catch (error) {
      if (!(error instanceof Problem && error.isUnclear)) keys.current.delete(record.id);
      if (error instanceof Problem && error.code === 'precondition_failed') await call<T>(path).then((now) => newer.current.set(record.id, now), () => undefined);
      return { error };
    }
  };
  const sendWaiting = async () => {
    for (let record = waiting.current.shift(); record; record = waiting.current.shift()) {
      const { id } = record;
      const outcome = await send(record);
      setOutcomes((before) => new Map(before).set(id, outcome));
    }
  };
  const run = async (records: T[]) => {
    setRunning(true);
    setOutcomes((before) => new Map([...before].filter(([id]) => !records.some((record) => record.id === id))));
    waiting.current = [...records];
    await Promise.all(Array.from({ length: atOnce }, sendWaiting));
    setRunning(false);
  };
  /** Begins no further request. */
  const stop = () => {
    waiting.current = [];
  };
  return { run, stop, running, outcomes };
}
