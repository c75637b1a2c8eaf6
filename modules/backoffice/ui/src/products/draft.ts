// A product as a form holds it: texts until it is sent.

import type { Schemas } from '../types';

export type Product = Schemas['AdminProduct'];

export interface Tier {
  minQuantity: string;
  price: string;
}

export interface DraftVariant {
  /** Without one, the variant is new. */
  id?: string;
  sku: string;
  options: Record<string, string>;
  price: string;
  compareAtPrice: string;
  weightGrams: string;
  tiers: Tier[];
}

export interface Option {
  name: string;
  values: string[];
}

export interface Draft {
  name: string;
  slug: string;
  description: string;
  status: string;
  taxClass: string;
  brandId: string;
  categoryIds: string[];
  images: { url: string; alt: string }[];
  options: Option[];
  variants: DraftVariant[];
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** The form of a product, or of a new one. */
export function draftOf(p?: Product): Draft {
  return {
    name: text(p?.name),
    slug: text(p?.slug),
    description: text(p?.description),
    status: p?.status ?? 'draft',
    taxClass: p?.taxClass ?? 'standard',
    brandId: text(p?.brandId),
    categoryIds: p?.categoryIds ?? [],
    images: (p?.images ?? []).map((i) => ({ url: i.url, alt: text(i.alt) })),
    options: (p?.options ?? []).map((o) => ({ name: o.name, values: o.values })),
    variants: p
      ? p.variants.map((v) => ({
          id: v.id, sku: v.sku, options: v.options as Record<string, string>, price: text(v.price), compareAtPrice: text(v.compareAtPrice),
          weightGrams: text(v.weightGrams), tiers: v.wholesalePrices.map((t) => ({ minQuantity: text(t.minQuantity), price: text(t.price) })),
        }))
      : [{ sku: '', options: {}, price: '', compareAtPrice: '', weightGrams: '', tiers: [] }],
  };
}

/** What the field of a number sends: null for an empty one. What is no number is refused. */
export function numberOf(typed: string): number | string | null {
  if (typed.trim() === '') return null;
  const value = Number(typed.trim().replace(',', '.'));
  return Number.isNaN(value) ? typed : value;
}

/** The body of the request that saves a draft. */
export function bodyOf(d: Draft) {
  return {
    name: d.name,
    ...(d.slug.trim() !== '' && { slug: d.slug.trim() }),
    description: d.description.trim() || null,
    status: d.status,
    taxClass: d.taxClass,
    brandId: d.brandId || null,
    categoryIds: d.categoryIds,
    images: d.images.map((i) => ({ url: i.url.trim(), alt: i.alt.trim() || null })),
    options: d.options,
    variants: d.variants.map((v) => ({
      ...(v.id && { id: v.id }),
      sku: v.sku,
      options: v.options,
      price: numberOf(v.price),
      compareAtPrice: numberOf(v.compareAtPrice),
      weightGrams: numberOf(v.weightGrams),
      wholesalePrices: v.tiers.map((t) => ({ minQuantity: numberOf(t.minQuantity), price: numberOf(t.price) })),
    })),
  };
}

/**
 * The draft with other options: a variant for each choice of one value of each. A variant whose
 * choice is still there keeps its id and what was typed. Those that are there before an option is
 * added choose its first value.
 */
export function withOptions(d: Draft, options: Option[]): Draft {
  const usable = options.filter((o) => o.name.trim() !== '' && o.values.length > 0);
  const isSameNumber = options.length === d.options.length; // then one may have another name
  const renamed = new Map(isSameNumber ? options.map((o, i) => [d.options[i]!.name, o.name]) : []);
  const existing = d.variants.map((v) => {
    const chosen = Object.fromEntries(Object.entries(v.options).map(([name, value]) => [renamed.get(name) ?? name, value]));
    return { ...v, options: Object.fromEntries(usable.map((o) => [o.name, chosen[o.name] ?? o.values[0]!])) };
  });
  let choices: Record<string, string>[] = [{}];
  for (const o of usable) choices = choices.flatMap((choice) => o.values.map((value) => ({ ...choice, [o.name]: value })));
  const isSame = (a: Record<string, string>, b: Record<string, string>) => usable.every((o) => a[o.name] === b[o.name]);
  const like = d.variants[0];
  const variants = choices.map(
    (choice): DraftVariant =>
      existing.find((v) => isSame(v.options, choice)) ??
      { sku: '', options: choice, price: like?.price ?? '', compareAtPrice: '', weightGrams: like?.weightGrams ?? '', tiers: [] },
  );
  return { ...d, options, variants };
}

/** What is wrong with the prices from a quantity on: quantities rise and prices fall. */
export function tierFault(price: string, tiers: Tier[]): 'quantity' | 'price' | null {
  let before = { quantity: 0, price: Number(numberOf(price)) };
  for (const t of tiers) {
    const quantity = Number(numberOf(t.minQuantity));
    const cost = Number(numberOf(t.price));
    if (!(Number.isInteger(quantity) && quantity > before.quantity)) return 'quantity';
    if (!(cost < before.price)) return 'price';
    before = { quantity, price: cost };
  }
  return null;
}

/** The ranges of quantities with the price of each: what a wholesale account pays. */
export function priceRanges(v: DraftVariant): { from: number; to: number | null; price: number }[] {
  const steps = [{ minQuantity: '1', price: v.price }, ...v.tiers].map((t) => ({ from: Number(numberOf(t.minQuantity)), price: Number(numberOf(t.price)) }));
  return steps
    .map((s, i) => ({ ...s, to: steps[i + 1] ? steps[i + 1]!.from - 1 : null }))
    .filter((s) => s.to === null || s.to >= s.from);
}
