import { useRef, useState } from 'react';
import { call } from '../api';
import { decode, maxBytes, parse, type Row } from './csv';
import { useStep } from './useStep';

/** A file that was read. */
export interface Sheet {
  name: string;
  file: Blob;
  /** The lines of a CSV; none of a workbook. */
  rows: Row[];
}

/** What is the matter with a file before it is sent: a text of the page. */
type Refusal = 'tooLarge' | 'empty';

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Why a file is not sent; nothing when it is. */
function refusalOf(file: File): Refusal | null {
  if (file.size > maxBytes) return 'tooLarge';
  return file.size === 0 ? 'empty' : null;
}

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

/** What the imports differ in. C is what is chosen beside the file. */
export interface FileImport<C> {
  /** The operation of an import of a file with those choices. */
  path: (choices: C, dryRun: boolean) => string;
  /** What is chosen for a file before its first check. */
  prepare: (sheet: Sheet, signal: AbortSignal) => Promise<C>;
  /** What happens after an import, whole or not. */
  refresh: () => void;
}

/**
 * The state of an import: a file is chosen, checked by a dry run, and then imported. R is the
 * service's report.
 */
export function useFileImport<R, C>(initial: C, { path, prepare, refresh }: FileImport<C>) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [unread, setUnread] = useState<{ why: Refusal; name: string } | null>(null);
  const [choices, setChoices] = useState<C>(initial);
  const [report, setReport] = useState<{ of: R; isDone: boolean } | null>(null);
  const step = useStep();
  const key = useRef('');

  const send = async (what: Sheet, how: C, isDone: boolean, signal: AbortSignal) => {
    const of = await call<R>(path(how, !isDone), {
      method: 'POST', body: what.file, key: isDone ? key.current : undefined, signal,
    });
    setReport({ of, isDone });
  };
  return {
    ...step, sheet, unread, choices, report,
    choose: async (file: File) => {
      setSheet(null);
      setReport(null);
      step.clear();
      const why = refusalOf(file);
      setUnread(why && { why, name: file.name });
      if (why) return;
      const next = await sheetOf(file);
      key.current = crypto.randomUUID(); // another file is another import
      setSheet(next);
      await step.during('checking', async (signal) => {
        const how = await prepare(next, signal);
        setChoices(how);
        await send(next, how, false, signal);
      });
    },
    change: (next: C) => {
      key.current = crypto.randomUUID();
      setChoices(next);
      setReport(null);
      step.clear();
    },
    check: () => sheet && step.during('checking', (signal) => send(sheet, choices, false, signal)),
    save: () => sheet && step.during('saving', async (signal) => {
      try {
        await send(sheet, choices, true, signal);
      } finally {
        refresh();
      }
    }),
  };
}
