import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { isStale, Problem } from '../problem';
import type { Schemas } from '../types';
import { useFaultText } from '../ui/faults';
import { useAskBeforeLeaving } from '../ui/unsaved';

export type Group = Schemas['MailSettingsGroup'];
type Text = Schemas['MailText'];

/** What the mails of a kind say in a language; blank is what they say by themselves. */
export interface Words {
  subject: string;
  intro: string;
}

/** The words of a kind by language. */
export type Draft = Record<string, Words>;

export const path = '/v1/admin/settings/mail';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function draftOf(texts: Text[], kind: string, locales: string[]): Draft {
  return Object.fromEntries(locales.map((locale) => {
    const text = texts.find((t) => t.kind === kind && t.locale === locale);
    return [locale, { subject: text?.subject ?? '', intro: text?.intro ?? '' }];
  }));
}

/** The texts of the words that are not blank, as the service takes them. */
export function textsOf(kind: string, draft: Draft): Text[] {
  const orNull = (text: string) => text.trim() || null;
  return Object.entries(draft)
    .map(([locale, words]) => ({ kind, locale, subject: orNull(words.subject), intro: orNull(words.intro) }))
    .filter((t) => t.subject !== null || t.intro !== null);
}

/** All texts with those of the kind in place of the former ones. */
const merged = (all: Text[], kind: string, draft: Draft) => [...all.filter((t) => t.kind !== kind || !(t.locale in draft)), ...textsOf(kind, draft)];

/** The words of the mails of a kind: what was typed, what is wrong, and how it is saved. */
export function useMailText(group: Group, kind: string, locales: string[], onSaved: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const faultText = useFaultText();
  const [base, setBase] = useState(group);
  const [draft, setDraft] = useState<Draft>(() => draftOf(group.values.texts, kind, locales));
  const [failure, setFailure] = useState<{ error: unknown; sent: Text[] } | null>(null);
  const [theirs, setTheirs] = useState<Group | null>(null);
  const [busy, setBusy] = useState(false);
  const wordsIn = (g: Group) => draftOf(g.values.texts, kind, locales);
  const dirty = !same(draft, wordsIn(base));
  useAskBeforeLeaving(dirty);

  const adopt = (now: Group) => {
    setBase(now);
    setDraft(wordsIn(now));
    setFailure(null);
    setTheirs(null);
  };
  const saved = (now: Group) => {
    adopt(now);
    notify(translate('mailtexts.saved', { kind: translate(`ui.mailKinds.${kind}`) }), { type: 'success' });
    onSaved();
  };
  /** Saves over a version of the group; what others have changed of other kinds meanwhile stays. */
  const saveOver = async (over: Group): Promise<void> => {
    const texts = merged(over.values.texts, kind, draft);
    try {
      saved(await call<Group>(path, { method: 'PUT', body: { texts }, match: tagOf(over.version) }));
    } catch (error) {
      if (!isStale(error)) return setFailure({ error, sent: texts });
      const now = await call<Group>(path);
      if (same(wordsIn(now), draft)) return saved(now);
      if (same(wordsIn(now), wordsIn(over))) return saveOver(now);
      setTheirs(now);
    }
  };
  const save = async (over: Group) => {
    setBusy(true);
    setFailure(null);
    setTheirs(null);
    await saveOver(over).catch((error: unknown) => setFailure({ error, sent: [] }));
    setBusy(false);
  };
  return {
    draft, dirty, busy, theirs,
    theirWords: theirs && wordsIn(theirs),
    error: failure?.error ?? null,
    change: (locale: string, words: Partial<Words>) => {
      setFailure(null);
      setDraft((before) => ({ ...before, [locale]: { ...before[locale]!, ...words } }));
    },
    undo: () => adopt(base),
    save: () => save(base),
    keepMine: () => save(theirs!),
    takeTheirs: () => adopt(theirs!),
    /** What the service has refused of the words in a language. */
    faultOf: (locale: string, member: keyof Words): string | undefined => {
      const at = failure?.sent.findIndex((t) => t.kind === kind && t.locale === locale) ?? -1;
      const fault = failure?.error instanceof Problem ? failure.error.errors.find((f) => f.pointer === `/texts/${at}/${member}`) : undefined;
      return fault && faultText(fault);
    },
  };
}
