import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Problem } from '../problem';

/**
 * What the service refused of a form, to be said at its fields; the first of them gets
 * the focus. fieldOf has the fields that the codes of other refusals are about.
 */
export function useRefused(fieldOf: Record<string, string> = {}) {
  const translate = useTranslate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const first = (place: string) => document.querySelector<HTMLElement>(`${place} [aria-invalid=true]`);
    if (error) (first('[role=dialog]') ?? first('form'))?.focus();
  }, [error]);
  const problem = error instanceof Problem ? error : null;
  /** What is wrong with a member of the request, or with one below it. */
  const refused = (name: string): string | undefined => {
    if (problem && fieldOf[problem.code] === name) return translate(`fields.${problem.code}`);
    const found = problem?.errors.find((e) => `${e.pointer}/`.startsWith(`/${name}/`));
    if (!found) return undefined;
    const isWeak = found.code === 'not_allowed' && /password$/i.test(name);
    return translate(isWeak ? 'fields.too_easy' : `fields.${found.code}`, { _: found.detail });
  };
  /** The same, as a text field shows it; help is what it says otherwise. */
  const shown = (name: string, help?: string) => ({ error: refused(name) !== undefined, helperText: refused(name) ?? help });
  return { onError: setError, refused, shown };
}
