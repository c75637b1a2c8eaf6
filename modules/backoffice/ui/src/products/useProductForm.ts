import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import { type FieldError, Problem } from '../problem';
import { useAskBeforeLeaving } from '../ui/unsaved';
import { bodyOf, type Draft, draftOf, type Product } from './draft';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The form of a product, or of a new one: what was typed, what is wrong, and how it is saved. */
export function useProductForm(stored: Product | undefined, initial: Draft, onSaved: (saved: Product) => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const [base, setBase] = useState({ product: stored, draft: stored ? draftOf(stored) : initial });
  const [draft, setDraft] = useState(base.draft);
  const [faults, setFaults] = useState<FieldError[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Product | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID()); // of what is typed: a repetition has one effect
  const dirty = !same(draft, base.draft);
  useAskBeforeLeaving(dirty);

  const adopt = (product: Product) => {
    const next = { product, draft: draftOf(product) };
    setBase(next);
    setDraft(next.draft);
    setFaults([]);
    setError(null);
    setTheirs(null);
  };
  const change = (next: Draft) => {
    key.current = crypto.randomUUID();
    setDraft(next);
  };
  const path = `/v1/admin/products${base.product ? `/${base.product.id}` : ''}`;
  const save = async (over = base.product) => {
    setBusy(true);
    setError(null);
    setFaults([]);
    setTheirs(null);
    const match = over && `"${over.version}"`;
    try {
      const saved = await call<Product>(path, { method: over ? 'PATCH' : 'POST', body: bodyOf(draft), match, key: key.current });
      adopt(saved);
      notify(translate('editor.saved', { name: saved.name }), { type: 'success' });
      onSaved(saved);
    } catch (failure) {
      setError(failure);
      if (failure instanceof Problem) {
        setFaults(failure.errors);
        if (failure.code === 'precondition_failed') setTheirs(await call<Product>(path).catch(() => null));
      }
    }
    setBusy(false);
  };
  return {
    draft, change, faults, error, busy, dirty, theirs, stored: base.product,
    save: () => save(),
    /** Saves what was typed over what another admin has saved meanwhile. */
    saveOver: (other: Product) => {
      key.current = crypto.randomUUID();
      return save(other);
    },
    adopt,
    undo: () => {
      change(base.draft);
      setFaults([]);
      setError(null);
    },
  };
}

/** The members of a product that two versions of it do not have alike. */
export function differing(mine: Draft, theirs: Product): string[] {
  const [a, b] = [bodyOf(mine), bodyOf(draftOf(theirs))] as Record<string, unknown>[];
  return Object.keys(b!).filter((name) => !same(a![name], b![name]));
}
