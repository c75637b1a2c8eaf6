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
  const [base, setBase] = useState({ product: stored, draft: initial });
  const [draft, setDraft] = useState(base.draft);
  const [faults, setFaults] = useState<FieldError[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Product | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID()); // of what is typed: a repetition has one effect
  const dirty = !same(draft, base.draft);
  useAskBeforeLeaving(dirty);

  const adopt = (product: Product) => {
    const next = { product, draft: draftOf(draft.locale, product) };
    setBase(next);
    setDraft(next.draft);
    setFaults([]);
    setError(null);
    setTheirs(null);
  };
  const change = (next: Draft) => {
    key.current = crypto.randomUUID();
    setDraft(next);
    const [was, is] = [bodyOf(draft), bodyOf(next)];
    // Whether what was changed is still wrong is not known.
    setFaults((all) => all.filter((fault) => same(memberAt(was, fault.pointer), memberAt(is, fault.pointer))));
  };
  const path = `/v1/admin/products${base.product ? `/${base.product.id}` : ''}`;
  const save = async (over = base.product, sent = draft) => {
    setBusy(true);
    setError(null);
    setFaults([]);
    setTheirs(null);
    const match = over && `"${over.version}"`;
    try {
      const saved = await call<Product>(path, { method: over ? 'PATCH' : 'POST', body: bodyOf(sent), match, key: key.current });
      adopt(saved);
      notify(translate('products.editor.saved', { name: saved.name }), { type: 'success' });
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
    draft, change, faults, error, busy, dirty, theirs, stored: base.product, before: base.draft,
    save: () => save(),
    /** Saves a draft over what another admin has saved meanwhile. */
    saveOver: (other: Product, merged: Draft) => {
      change(merged);
      return save(other, merged);
    },
    adopt,
    /** What is saved beside the form makes another version of the product, and changes no field. */
    follow: (from: number, to: number) => setBase((b) => (b.product?.version === from ? { ...b, product: { ...b.product, version: to } } : b)),
    undo: () => {
      change(base.draft);
      setFaults([]);
      setError(null);
    },
  };
}

/** The member of a body that a pointer names. */
function memberAt(body: unknown, pointer: string): unknown {
  const steps = pointer === '' ? [] : pointer.slice(1).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | null | undefined)?.[step], body);
}

/** The members that two versions of a product differ in. Variants stand for their options. */
export function differing(a: Draft, b: Draft): (keyof Draft)[] {
  const [one, other] = [bodyOf(a), bodyOf(b)] as Record<string, unknown>[];
  const names = (Object.keys(b) as (keyof Draft)[]).filter((name) => !same(one![name], other![name]));
  return [...new Set(names.map((name) => (name === 'options' ? 'variants' : name)))];
}
