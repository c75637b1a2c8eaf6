import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { isStale } from '../problem';
import { useAskBeforeLeaving } from '../ui/unsaved';
import { useRefused } from '../ui/useRefused';
import { bodyOf, type Draft, draftOf, type Group } from './drafts';

export const path = '/v1/admin/settings/storefront';

const same = (a: Draft, b: Draft) => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** The looks of the pages: what was changed, what is wrong with it, and how it is saved. */
export function useLooks(group: Group, onSaved: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const [base, setBase] = useState(group);
  const [draft, setDraft] = useState<Draft>(() => draftOf(group.values));
  const [theirs, setTheirs] = useState<Group | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { onError, refused, clear } = useRefused();
  const dirty = !same(draft, draftOf(base.values));
  useAskBeforeLeaving(dirty);

  const adopt = (now: Group) => {
    setBase(now);
    setDraft(draftOf(now.values));
    setTheirs(null);
    setError(null);
    onError(null);
  };
  const fail = (failure: unknown) => {
    setError(failure);
    onError(failure);
  };
  /** Saves over a version of the looks. */
  const saveOver = async (over: Group) => {
    try {
      adopt(await call<Group>(path, { method: 'PUT', body: bodyOf(draft), match: tagOf(over.version) }));
    } catch (failure) {
      if (!isStale(failure)) return fail(failure);
      const now = await call<Group>(path);
      if (!same(draftOf(now.values), draft)) return setTheirs(now);
      adopt(now);
    }
    notify(translate('looks.saved'), { type: 'success' });
    onSaved();
  };
  const save = async (over: Group) => {
    setBusy(true);
    setTheirs(null);
    fail(null);
    await saveOver(over).catch(fail);
    setBusy(false);
  };
  return {
    draft, dirty, busy, error, refused,
    isConflict: theirs !== null,
    /** Takes another value of a member; part is the path below it of what differs. */
    change: <K extends keyof Draft>(name: K, value: Draft[K], part?: string) => {
      clear(part ? `${name}/${part}` : name);
      setDraft((before) => ({ ...before, [name]: value }));
    },
    undo: () => adopt(base),
    save: () => save(base),
    keepMine: () => save(theirs!),
    takeTheirs: () => adopt(theirs!),
  };
}

export type Looks = ReturnType<typeof useLooks>;
