import { useRef, useState } from 'react';

/** A step of an import that takes a while: it can be stopped, and its failure is shown. */
export function useStep() {
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const clear = () => {
    setError(null);
    setStopped(false);
  };
  return {
    busy, error, stopped, clear,
    during: async (step: 'checking' | 'saving', work: (signal: AbortSignal) => Promise<void>) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setBusy(step);
      clear();
      try {
        await work(signal);
      } catch (failure) {
        if (signal.aborted) setStopped(step === 'saving');
        else setError(failure);
      }
      setBusy(null);
    },
    stop: () => abort.current?.abort(),
  };
}
