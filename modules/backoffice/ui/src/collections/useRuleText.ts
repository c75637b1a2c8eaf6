import { useTranslate } from 'react-admin';
import { useTaxonomy } from '../products/useProductFilters';
import type { Schemas } from '../types';
import { useEuros } from '../ui/Money';

/** Returns what says a rule in lines, each what one of its members asks for. */
export function useRuleText() {
  const translate = useTranslate();
  const euros = useEuros();
  const { brands, categories } = useTaxonomy();
  const names = (all: { id: string; name: string }[], ids: string[]) => ids.map((id) => all.find((one) => one.id === id)?.name ?? id).join(', ');
  const yes = (is: boolean) => translate(is ? 'ui.conflict.yes' : 'ui.conflict.no');
  return (rule: Partial<Schemas['CollectionRule']>): string => {
    const lines: [string, string][] = [
      ['q', rule.q ?? ''],
      ['brand', names(brands, rule.brand ?? [])],
      ['category', names(categories, rule.category ?? [])],
      ['options', (rule.options ?? []).map((o) => `${o.name}: ${o.values.join(', ')}`).join('; ')],
      ['tag', (rule.tag ?? []).join(', ')],
      ['attributes', (rule.attributes ?? []).map((a) => `${a.code}: ${a.values.join(', ')}`).join('; ')],
      ['minPrice', typeof rule.minPrice === 'number' ? euros(rule.minPrice) : ''],
      ['maxPrice', typeof rule.maxPrice === 'number' ? euros(rule.maxPrice) : ''],
      ['inStock', typeof rule.inStock === 'boolean' ? yes(rule.inStock) : ''],
      ['onSale', typeof rule.onSale === 'boolean' ? yes(rule.onSale) : ''],
      ['minRating', rule.minRating ? translate('collections.stars', { smart_count: rule.minRating }) : ''],
      ['sort', rule.sort ? translate(`collections.sorts.${rule.sort}`) : ''],
    ];
    const said = lines.filter(([, value]) => value !== '').map(([name, value]) => `${translate(`collections.rules.${name}`)}: ${value}`);
    return said.join('\n') || translate('collections.everything');
  };
}
