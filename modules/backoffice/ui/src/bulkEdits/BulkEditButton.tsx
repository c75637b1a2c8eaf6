import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useLocaleState, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { bulkEditKindValues, taxClassValues } from '../../generated/schema';
import { allPages } from '../taxonomy/allPages';
import { useTaxonomy } from '../products/useProductFilters';
import type { Schemas } from '../types';
import { parseNumber } from '../ui/amount';
import type { Selection } from '../ui/BulkBar';
import type { Values } from '../ui/ConflictDialog';
import { type Field, FormDialog } from '../ui/FormDialog';
import { type LocaleText, useTextIn } from '../ui/LocaleTexts';

type Product = Schemas['AdminProduct'];
type Edit = Schemas['BulkEdit'];

/** The most products that a request names, and that a filter may match. */
const mostChosen = 1000;
const mostMatching = 10_000;

/** Changes the chosen products, or all that match the filters of the list, in the background. */
export function BulkEditButton({ selection }: { selection: Selection<Product> }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>{translate('bulkEdits.dialog.button')}</Button>
      {open && <BulkEditDialog products={selection.records} onClose={() => setOpen(false)} />}
    </>
  );
}

function BulkEditDialog({ products, onClose }: { products: Product[]; onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { filterValues, total = 0 } = useListContext();
  const fields = useBulkFields(products.length, total);
  return (
    <FormDialog<Edit>
      path="/v1/admin/products/bulk"
      title={translate('bulkEdits.dialog.title')}
      submit={translate('bulkEdits.dialog.start')}
      fields={fields}
      omitEmpty
      complete={(body) => requestOf(body, products, filterValues)}
      done={(edit) => translate('bulkEdits.dialog.started', { smart_count: edit.total })}
      onDone={(edit) => navigate(`/bulk-edits/${edit.id}`)}
      onClose={onClose}
    />
  );
}

/** What the service is asked to do: the fields are those of the dialog. */
function requestOf(body: Values, products: Product[], filters: Record<string, unknown>): Values {
  const kind = body['action/kind'];
  const action: Values = { kind };
  const take = (name: string, kinds: string[]) => {
    const value = body[`action/${name}`];
    if (kinds.includes(String(kind)) && value !== undefined) action[name] = value;
  };
  take('percent', ['change_prices']);
  take('categoryId', ['add_category', 'remove_category']);
  take('taxClass', ['set_tax_class']);
  take('tags', ['add_tags', 'remove_tags']);
  if (kind === 'change_prices' && body.wholesalePrices) action.wholesalePrices = true;
  if (kind === 'set_attribute') action.attribute = { code: body.attributeCode, values: body['action/attribute'] ?? [] };
  if (kind === 'remove_attribute') action.attribute = { code: body.attributeCode };
  return body.of === 'matching' ? { filter: filterOf(filters), action } : { productIds: products.map((p) => p.id), action };
}

/** The filters of the list as the request has them. */
function filterOf({ brand, category, tag, ...rest }: Record<string, unknown>): Values {
  const listOf = (value: unknown) => (value ? String(value).split(',') : undefined);
  const filter: Values = { ...rest, brand: listOf(brand), category: listOf(category), tag: listOf(tag) };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));
}

function useBulkFields(chosen: number, total: number): Field[] {
  const translate = useTranslate();
  const textIn = useTextIn();
  const { categories } = useTaxonomy();
  const { data: attributes = [] } = useQuery({
    queryKey: ['attributes', 'all'],
    queryFn: ({ signal }) => allPages<Schemas['Attribute']>('/v1/admin/attributes', signal),
    retry: false,
  });
  const [locale] = useLocaleState();
  // A text: the keys for amounts have no minus on a phone.
  const percentOf = (typed: unknown) => {
    const number = parseNumber(String(typed), locale);
    return Number.isNaN(number) ? typed : number;
  };
  const label = (name: string) => translate(`bulkEdits.dialog.${name}`);
  const isOneOf = (...kinds: string[]) => (held: Values) => kinds.includes(String(held['action/kind']));
  const of = [
    ...(chosen <= mostChosen ? [{ value: 'chosen', label: translate('bulkEdits.dialog.chosen', { smart_count: chosen }) }] : []),
    ...(total <= mostMatching ? [{ value: 'matching', label: translate('bulkEdits.dialog.matching', { smart_count: total }) }] : []),
  ];
  return [
    { name: 'of', label: label('of'), kind: 'choice', options: of, required: true, read: (v) => v ?? of[0]?.value ?? '' },
    { name: 'action/kind', label: label('kind'), kind: 'choice', required: true, options: bulkEditKindValues.map((value) => ({ value, label: label(`kinds.${value}`) })) },
    { name: 'action/percent', label: label('percent'), required: true, help: label('percentHelp'), write: percentOf, when: isOneOf('change_prices') },
    { name: 'wholesalePrices', label: label('wholesalePrices'), kind: 'switch', when: isOneOf('change_prices') },
    {
      name: 'action/categoryId', label: label('category'), kind: 'choice', required: true,
      options: categories.map((c) => ({ value: c.id, label: c.name })), when: isOneOf('add_category', 'remove_category'),
    },
    {
      name: 'action/taxClass', label: label('taxClass'), kind: 'choice', required: true,
      options: taxClassValues.map((value) => ({ value, label: label(`taxClasses.${value}`) })), when: isOneOf('set_tax_class'),
    },
    {
      name: 'attributeCode', label: label('attribute'), kind: 'choice', required: true, when: isOneOf('set_attribute', 'remove_attribute'),
      options: attributes.map((a) => ({ value: a.code, label: textIn(a.names as unknown as LocaleText[], 'name') })),
    },
    {
      name: 'action/attribute', label: label('values'), kind: 'choices', free: true, required: true, help: label('valuesHelp'),
      when: isOneOf('set_attribute'),
    },
    { name: 'action/tags', label: label('tags'), kind: 'choices', free: true, required: true, when: isOneOf('add_tags', 'remove_tags') },
  ];
}
