import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Problem } from '../problem';
import { isAbout, useFaultText } from './faults';

/**
 * What the service refused of a form, to be said at its fields until they are changed; the first of
 * them gets the focus. fieldOf has the fields that the codes of other refusals are about.
 */
export function useRefused(fieldOf: Record<string, string> = {}) {
  const translate = useTranslate();
  const text = useFaultText();
  const [error, setError] = useState<unknown>(null);
  const [changed, setChanged] = useState<string[]>([]); // since the refusal
  const onError = (refusal: unknown) => {
    setError(refusal);
    setChanged([]);
  };
  /** Takes the mark of a field away that is being changed. */
  const clear = (name: string) => error !== null && setChanged((before) => (before.includes(name) ? before : [...before, name]));
  useEffect(() => {
    const first = (place: string) => document.querySelector<HTMLElement>(`${place} [aria-invalid=true]`);
    if (error) (first('[role=dialog]') ?? first('form'))?.focus();
  }, [error]);
  const problem = error instanceof Problem ? error : null;
  const isChanged = (name: string) => changed.some((one) => `${name}/`.startsWith(`${one}/`));
  /** What is wrong with a member of the request: exactly with it, or with one below it, too. */
  const refused = (name: string, exactly = false): string | undefined => {
    if (problem && fieldOf[problem.code] === name && !isChanged(name)) return translate(`ui.fields.${problem.code}`);
    const found = problem?.errors.find((e) => (exactly ? e.pointer === `/${name}` : isAbout(e, name)) && !isChanged(e.pointer.slice(1)));
    if (!found) return undefined;
    const isWeak = found.code === 'not_allowed' && /password$/i.test(name);
    return isWeak ? translate('ui.fields.too_easy') : text(found);
  };
  /** The same, as a text field shows it; help is what it says otherwise. */
  const shown = (name: string, help?: string) => ({ error: refused(name) !== undefined, helperText: refused(name) ?? help, onInput: () => clear(name) });
  return { onError, refused, shown, clear };
}
