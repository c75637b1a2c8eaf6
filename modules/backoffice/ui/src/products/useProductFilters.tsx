import { TextInput, useTranslate } from 'react-admin';
import { productStockFilterValues, taxClassValues } from '../../generated/schema';
import { useBrands } from '../taxonomy/useBrands';
import { type Category, useCategories } from '../taxonomy/useCategories';
import { ChoiceFilter } from '../ui/ChoiceFilter';

/** The filters of the list of products, beside its search and its tabs. */
export function useProductFilters() {
  const translate = useTranslate();
  const { brands, categories } = useTaxonomy();
  const choice = (source: string, text: string, choices: { value: string; label: string }[]) => (
    <ChoiceFilter key={source} source={source} label={translate(`products.filters.${text}`)} any={translate('ui.list.all')} choices={choices} alwaysOn />
  );
  const named = (records: { id: string; name: string }[]) => records.map(({ id, name }) => ({ value: id, label: name }));
  const texts = (prefix: string, values: readonly string[]) => values.map((value) => ({ value, label: translate(`${prefix}.${value}`) }));
  return [
    choice('brand', 'brand', named(brands)),
    choice('category', 'category', named(categories)),
    choice('taxClass', 'tax', texts('products.taxClasses', taxClassValues)),
    choice('stock', 'stock', texts('products.stockLevels', productStockFilterValues)),
    <TextInput key="tag" source="tag" label={translate('products.filters.tag')} helperText={false} resettable alwaysOn sx={{ minWidth: 160 }} />,
  ];
}

/** The brands, and the categories with the names of those above them. */
export function useTaxonomy() {
  const { data: brands = [] } = useBrands();
  const { data: categories = [] } = useCategories();
  return { brands, categories: withPaths(categories) };
}

/** Categories with the names of those above them, in the order of a tree. */
function withPaths(categories: Category[]) {
  const byId = new Map(categories.map((c) => [c.id, c]));
  const pathOf = (c: Category): string => {
    const parent = c.parentId ? byId.get(c.parentId) : undefined;
    return parent ? `${pathOf(parent)} › ${c.name}` : c.name;
  };
  return categories.map((c) => ({ id: c.id, name: pathOf(c) })).sort((a, b) => a.name.localeCompare(b.name));
}
