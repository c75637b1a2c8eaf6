import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Problem } from '../problem';

/**
 * What the service refused of a form in a dialog, to be said at its fields; the first of them gets
 * the focus. The codes of taken are those of a value that another record has, and their fields.
 */
export function useRefused(taken: Record<string, string> = {}) {
  const translate = useTranslate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus();
  }, [error]);
  const problem = error instanceof Problem ? error : null;
  /** What is wrong with a member of the request. */
  const refused = (name: string): string | undefined => {
    if (problem && taken[problem.code] === name) return translate('fields.taken');
    const found = problem?.errors.find((e) => e.pointer.split('/')[1] === name);
    return found && translate(`fields.${found.code}`, { _: found.detail });
  };
  /** The same, as a text field shows it; help is what it says otherwise. */
  const shown = (name: string, help?: string) => ({ error: refused(name) !== undefined, helperText: refused(name) ?? help });
  return { onError: setError, refused, shown };
}
