import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api';
import { Problem } from '../problem';
import type { Schemas } from '../types';

type Uploaded = Schemas['UploadedStatement'];

/** The largest file that the service takes. */
const maxBytes = 10 << 20;

/** The state of an upload: a file is chosen, looked at by a dry run, and then kept. */
export function useStatement(onKept: (kept: Uploaded) => void) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState<'checking' | 'keeping' | null>(null);
  const [preview, setPreview] = useState<Uploaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const key = useRef('');

  const send = async (what: File, isDryRun: boolean): Promise<Uploaded | null> => {
    setBusy(isDryRun ? 'checking' : 'keeping');
    setError(null);
    try {
      if (what.size > maxBytes) throw new Problem(413, { code: 'body_too_large' });
      const form = new FormData();
      form.append('file', what);
      return await call<Uploaded>(`/v1/admin/payments/statements${isDryRun ? '?dryRun=true' : ''}`, {
        method: 'POST', body: form, key: isDryRun ? undefined : key.current,
      });
    } catch (failure) {
      setError(failure);
      return null;
    } finally {
      setBusy(null);
    }
  };
  const check = async (what: File) => setPreview(await send(what, true));
  const forget = () => {
    setFile(null);
    setPreview(null);
    setError(null);
  };
  return {
    file, busy, preview, error, forget,
    choose: (chosen: File) => {
      key.current = crypto.randomUUID(); // another file is another statement
      forget();
      setFile(chosen);
      void check(chosen);
    },
    check: async () => {
      if (file) await check(file);
    },
    keep: async () => {
      const kept = file && (await send(file, false));
      if (!kept) return;
      forget();
      for (const queryKey of [['entries'], ['orders'], ['count']]) void queries.invalidateQueries({ queryKey });
      onKept(kept);
    },
  };
}
