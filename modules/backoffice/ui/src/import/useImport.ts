import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api';
import type { Schemas } from '../types';
import { decode, decodeWindows, maxBytes, parse, type Row } from './csv';

export type Report = Schemas['ProductImport'];

/** A file that was read. */
export interface Sheet {
  name: string;
  text: string;
  rows: Row[];
}

/** What is the matter with a file before it is sent: a text of the page. */
export type Refusal = 'notText' | 'tooLarge' | 'empty';

/** The state of an import: a file is chosen, checked by a dry run, and then imported. */
export function useImport() {
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [unread, setUnread] = useState<{ why: Refusal; name: string; bytes: ArrayBuffer } | null>(null);
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  const [report, setReport] = useState<{ of: Report; isDone: boolean } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const key = useRef('');
  const abort = useRef<AbortController | null>(null);

  const send = async (what: Sheet, step: 'checking' | 'saving') => {
    const isDone = step === 'saving';
    abort.current = new AbortController();
    const { signal } = abort.current;
    setBusy(step);
    setError(null);
    setStopped(false);
    try {
      const of = await call<Report>(`/v1/admin/products/import${isDone ? '' : '?dryRun=true'}`, {
        method: 'POST', body: new Blob([what.text], { type: 'text/csv' }), key: isDone ? key.current : undefined, signal,
      });
      setReport({ of, isDone });
    } catch (failure) {
      if (signal.aborted) setStopped(isDone);
      else setError(failure);
    }
    if (isDone) void queries.invalidateQueries({ queryKey: ['products'] });
    setBusy(null);
  };
  const read = (name: string, text: string) => {
    const next = { name, text, rows: parse(text) };
    key.current = crypto.randomUUID(); // another file is another import
    setSheet(next);
    setUnread(null);
    void send(next, 'checking');
  };
  const choose = async (file: File) => {
    setSheet(null);
    setReport(null);
    setError(null);
    setStopped(false);
    if (file.size > maxBytes) return setUnread({ why: 'tooLarge', name: file.name, bytes: new ArrayBuffer(0) });
    const bytes = await file.arrayBuffer();
    const text = decode(bytes);
    if (text === null) return setUnread({ why: 'notText', name: file.name, bytes });
    if (text.trim() === '') return setUnread({ why: 'empty', name: file.name, bytes });
    read(file.name, text);
  };
  return {
    sheet, unread, busy, report, error, stopped, choose,
    readAsWindows: () => unread && read(unread.name, decodeWindows(unread.bytes)),
    check: () => sheet && send(sheet, 'checking'),
    save: () => sheet && send(sheet, 'saving'),
    stop: () => abort.current?.abort(),
  };
}
