import { useEffect, useReducer, useRef, useState } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { isStale, Problem } from '../problem';
import { useAskBeforeLeaving } from '../ui/unsaved';
import type { Method } from './price';
import { changed, ratesOf, rowsOf } from './rows';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The table of a method's rates: what was typed, what is wrong with it, and how it is saved. */
export function useRates(method: Method, show: (saved: Method) => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const [locale] = useLocaleState();
  const [base, setBase] = useState(method); // what the rows are a change of
  const [rows, change] = useReducer(changed, null, () => rowsOf(method.rates, locale));
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Method | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef({ of: rows, key: crypto.randomUUID() }); // a repetition has one effect
  const rates = ratesOf(rows, locale);
  const isDirty = !same(rates, ratesOf(rowsOf(base.rates, locale), locale));
  useAskBeforeLeaving(isDirty);

  const adopt = (m: Method) => {
    setBase(m);
    change({ what: 'all', rows: rowsOf(m.rates, locale) });
    setError(null);
    setTheirs(null);
  };
  // What else of the method was changed does not matter to the rows; another table takes their
  // place unless something was typed.
  if (method.version > base.version && (!isDirty || same(method.rates, base.rates))) {
    if (same(method.rates, base.rates)) setBase(method);
    else adopt(method);
  }
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
  }, [error]);

  const path = `/v1/admin/shipping-methods/${method.id}`;
  /** Saves over a version of the method; null when another admin has changed its table. */
  const send = async (over: Method): Promise<Method | null> => {
    try {
      return await call<Method>(path, { method: 'PATCH', body: { rates }, match: tagOf(over.version), key: `${key.current.key}-${over.version}` });
    } catch (failure) {
      if (!isStale(failure)) throw failure;
      const now = await call<Method>(path);
      if (same(now.rates, over.rates)) return send(now);
      setTheirs(now);
      return null;
    }
  };
  const save = async (over = base) => {
    if (key.current.of !== rows) key.current = { of: rows, key: crypto.randomUUID() };
    setBusy(true);
    setError(null);
    setTheirs(null);
    try {
      const saved = await send(over);
      if (saved) {
        adopt(saved);
        show(saved);
        notify(translate('shipping.rates.saved', { smart_count: saved.rates.length }), { type: 'success' });
      }
    } catch (failure) {
      setError(failure);
      if (failure instanceof Problem) change({ what: 'refused', faults: failure.errors });
    }
    setBusy(false);
  };
  return { rows, change, isDirty, busy, error, theirs, adopt, save, undo: () => adopt(base) };
}
