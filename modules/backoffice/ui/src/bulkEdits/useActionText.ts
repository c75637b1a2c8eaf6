import { useLocaleState, useTranslate } from 'react-admin';
import { useCategories } from '../taxonomy/useCategories';
import type { Schemas } from '../types';
import { numberText } from '../ui/amount';

/** Returns what says in words what a bulk edit does, or which one it takes back. */
export function useActionText() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { data: categories = [] } = useCategories();
  const detailOf = (action: Schemas['BulkEditAction']): string => {
    if (action.percent !== null) return `${numberText(action.percent, locale)} %`;
    if (action.categoryId !== null) return categories.find((c) => c.id === action.categoryId)?.name ?? '';
    if (action.taxClass !== null) return translate(`bulkEdits.dialog.taxClasses.${action.taxClass}`);
    if (action.attribute !== null) return [action.attribute.code, action.attribute.values.join(', ')].filter(Boolean).join(' = ');
    return action.tags.join(', ');
  };
  return ({ action, undoOf }: Schemas['BulkEdit']): string => {
    const detail = detailOf(action);
    const text = translate(`bulkEdits.dialog.kinds.${action.kind}`, { _: action.kind }) + (detail && `: ${detail}`);
    return undoOf ? translate('bulkEdits.undoOf', { text }) : text;
  };
}
