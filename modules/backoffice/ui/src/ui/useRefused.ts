import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Problem } from '../problem';

/**
 * What the service refused of a form in a dialog, to be said at its fields; the first of them gets
 * the focus. fieldOf has the fields that the codes of other refusals are about.
 */
export function useRefused(fieldOf: Record<string, string> = {}) {
  const translate = useTranslate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus();
  }, [error]);
  const problem = error instanceof Problem ? error : null;
  /** What is wrong with a member of the request, or with one below it. */
  const refused = (name: string): string | undefined => {
    if (problem && fieldOf[problem.code] === name) return translate(`fields.${problem.code}`);
    const found = problem?.errors.find((e) => `${e.pointer}/`.startsWith(`/${name}/`));
    return found && translate(`fields.${found.code}`, { _: found.detail });
  };
  /** The same, as a text field shows it; help is what it says otherwise. */
  const shown = (name: string, help?: string) => ({ error: refused(name) !== undefined, helperText: refused(name) ?? help });
  return { onError: setError, refused, shown };
}
