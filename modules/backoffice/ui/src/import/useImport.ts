import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api';
import type { Schemas } from '../types';
import { decode, maxBytes, parse, type Row } from './csv';
import { type Choices, noChoices, type Preview, queryOf, remember, remembered } from './mapping';

export type Report = Schemas['ProductImport'];

/** A file that was read. */
export interface Sheet {
  name: string;
  file: Blob;
  /** The lines of a CSV; none of a workbook. */
  rows: Row[];
}

/** What is the matter with a file before it is sent: a text of the page. */
export type Refusal = 'tooLarge' | 'empty';

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file as it is sent: the service reads its encoding. A workbook begins as a zip file does. */
async function sheetOf(file: File): Promise<Sheet> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isWorkbook = first === 0x50 && second === 0x4b;
  return {
    name: file.name, file: new Blob([bytes], { type: isWorkbook ? workbook : 'text/csv' }),
    rows: isWorkbook ? [] : parse(decode(bytes)),
  };
}

/**
 * The state of an import: a file is chosen, its columns are read, it is checked by a dry run, and
 * then imported.
 */
export function useImport() {
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [unread, setUnread] = useState<{ why: Refusal; name: string } | null>(null);
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [choices, setChoices] = useState<Choices>(noChoices);
  const [report, setReport] = useState<{ of: Report; isDone: boolean } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const key = useRef('');
  const abort = useRef<AbortController | null>(null);

  /** Does a step that can be stopped; its failure is shown. */
  const during = async (step: 'checking' | 'saving', work: (signal: AbortSignal) => Promise<void>) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setBusy(step);
    setError(null);
    setStopped(false);
    try {
      await work(signal);
    } catch (failure) {
      if (signal.aborted) setStopped(step === 'saving');
      else setError(failure);
    }
    setBusy(null);
  };
  const send = async (what: Sheet, how: Choices, isDone: boolean, signal: AbortSignal) => {
    const of = await call<Report>(`/v1/admin/products/import${queryOf(how, !isDone)}`, {
      method: 'POST', body: what.file, key: isDone ? key.current : undefined, signal,
    });
    setReport({ of, isDone });
  };
  const choose = async (file: File) => {
    setSheet(null);
    setPreview(null);
    setReport(null);
    setError(null);
    setStopped(false);
    if (file.size > maxBytes) return setUnread({ why: 'tooLarge', name: file.name });
    if (file.size === 0) return setUnread({ why: 'empty', name: file.name });
    const next = await sheetOf(file);
    key.current = crypto.randomUUID(); // another file is another import
    setUnread(null);
    setSheet(next);
    await during('checking', async (signal) => {
      const read = await call<Preview>('/v1/admin/products/import/preview', { method: 'POST', body: next.file, signal });
      const how = remembered(read);
      setPreview(read);
      setChoices(how);
      await send(next, how, false, signal);
    });
  };
  return {
    sheet, unread, busy, preview, choices, report, error, stopped, choose,
    change: (changed: Partial<Choices>) => {
      const next = { ...choices, ...changed };
      key.current = crypto.randomUUID();
      setChoices(next);
      setReport(null);
      setError(null);
      if (preview) remember(preview, next);
    },
    check: () => sheet && during('checking', (signal) => send(sheet, choices, false, signal)),
    save: () => sheet && during('saving', async (signal) => {
      try {
        await send(sheet, choices, true, signal);
      } finally {
        for (const made of ['products', 'brands', 'categories']) void queries.invalidateQueries({ queryKey: [made] });
      }
    }),
    stop: () => abort.current?.abort(),
  };
}
