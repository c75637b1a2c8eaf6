import { useEffect, useRef, useState } from 'react';
import { shrunk } from './shrink';
import { type Media, uploadPicture } from './upload';

/** A file on its way, or one that was refused. */
export interface Transfer {
  id: string;
  file: File;
  progress: number;
  error: unknown;
}

/** Uploads files, two at a time, and keeps those that are not done. */
export function useUploads(onDone: (media: Media) => void) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const waiting = useRef<Transfer[]>([]);
  const running = useRef(0);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const all = aborts.current;
    return () => all.forEach((abort) => abort.abort());
  }, []);

  const change = (id: string, to: Partial<Transfer>) =>
    setTransfers((before) => before.map((t) => (t.id === id ? { ...t, ...to } : t)));
  const remove = (id: string) => setTransfers((before) => before.filter((t) => t.id !== id));

  const run = async ({ id, file }: Transfer) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    try {
      const media = await uploadPicture(await shrunk(file), { key: id, signal: abort.signal, onProgress: (progress) => change(id, { progress }) });
      remove(id);
      done.current(media);
    } catch (error) {
      if (!abort.signal.aborted) change(id, { error });
    }
    aborts.current.delete(id);
  };
  const next = () => {
    while (running.current < 2) {
      const transfer = waiting.current.shift();
      if (!transfer) return;
      running.current++;
      void run(transfer).finally(() => {
        running.current--;
        next();
      });
    }
  };
  const start = (transfer: Transfer) => {
    waiting.current.push(transfer);
    next();
  };

  return {
    transfers,
    add: (files: Iterable<File>) => {
      const added = Array.from(files, (file) => ({ id: crypto.randomUUID(), file, progress: 0, error: null }));
      setTransfers((before) => [...before, ...added]);
      added.forEach(start);
    },
    /** Tries again, with the same key. */
    retry: (transfer: Transfer) => {
      change(transfer.id, { error: null, progress: 0 });
      start(transfer);
    },
    /** Ends an upload, or takes a refused one away. */
    drop: (id: string) => {
      waiting.current = waiting.current.filter((t) => t.id !== id);
      aborts.current.get(id)?.abort();
      remove(id);
    },
  };
}
