// A product as a form holds it: texts until it is sent.

import type { Schemas } from '../types';
import { amountText, numberText, parseNumber } from '../ui/amount';
import { type MetadataRow, metadataOf, rowsOf } from '../ui/metadata';

export type Product = Schemas['AdminProduct'];

export interface Tier {
  minQuantity: string;
  price: string;
}

/** The values of an attribute; a number as it is typed. */
export interface DraftValues {
  code: string;
  kind: string;
  values: string[];
}

export interface DraftVariant {
  /** Without one, the variant is new. */
  id?: string;
  sku: string;
  gtin: string;
  options: Record<string, string>;
  price: string;
  compareAtPrice: string;
  compareAtKind: string;
  contentAmount: string;
  contentUnit: string;
  weightGrams: string;
  tiers: Tier[];
  /** The picture that shows it, one of the product's. */
  mediaId?: string | null;
  attributes: DraftValues[];
  metadata: MetadataRow[];
}

export interface Option {
  name: string;
  values: string[];
}

/** Who stands behind a product; all blank for none. */
export interface DraftParty {
  name: string;
  address: string;
  contact: string;
}

/** What search engines show; blank: the name, and the beginning of the description. */
export interface DraftSeo {
  title: string;
  description: string;
}

/** A text about the safety of a product, in one language. */
export interface SafetyNote {
  locale: string;
  text: string;
}

/** A picture; saved is the one that the service has, until another address is typed. */
export interface DraftImage {
  url: string;
  alt: string;
  saved?: { url: string; mediaId: string | null };
}

export interface Draft {
  /** The language in which its numbers are typed. */
  locale: string;
  name: string;
  slug: string;
  description: string;
  status: string;
  taxClass: string;
  brandId: string;
  categoryIds: string[];
  images: DraftImage[];
  options: Option[];
  variants: DraftVariant[];
  manufacturer: DraftParty;
  responsiblePerson: DraftParty;
  safety: SafetyNote[];
  withdrawalExcluded: string;
  seo: DraftSeo;
  tags: string[];
  mpn: string;
  condition: string;
  attributes: DraftValues[];
  metadata: MetadataRow[];
}

const noParty: DraftParty = { name: '', address: '', contact: '' };

/** A variant that is new. */
const newVariant = (changes: Partial<DraftVariant>): DraftVariant => ({
  sku: '', gtin: '', options: {}, price: '', compareAtPrice: '', compareAtKind: 'was', contentAmount: '', contentUnit: '', weightGrams: '', tiers: [], attributes: [], metadata: [], ...changes,
});

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

const valuesIn = (locale: string, all: Product['attributes']): DraftValues[] =>
  all.map(({ code, kind, values }) => ({ code, kind, values: values.map(({ value }) => (kind === 'number' && locale === 'de' ? value.replace('.', ',') : value)) }));

/** The attributes that are sent: those with values. */
export const sentValues = (all: DraftValues[]): DraftValues[] => all.filter((v) => v.values.some((value) => value.trim() !== ''));

const attributesOf = (all: DraftValues[], locale: string) =>
  sentValues(all).map(({ code, kind, values }) => ({ code, values: kind === 'number' ? values.map((value) => String(numberOf(value, locale) ?? '')) : values }));

/** The form of a product, or of a new one, with numbers as the language has them. */
export function draftOf(locale: string, p?: Product): Draft {
  const amount = (value: number | null) => amountText(value, locale);
  return {
    locale,
    name: text(p?.name),
    slug: text(p?.slug),
    description: text(p?.description),
    status: p?.status ?? 'draft',
    taxClass: p?.taxClass ?? 'standard',
    brandId: text(p?.brandId),
    categoryIds: p?.categoryIds ?? [],
    images: (p?.images ?? []).map((i) => ({ url: i.url, alt: text(i.alt), saved: i })),
    options: (p?.options ?? []).map((o) => ({ name: o.name, values: o.values })),
    variants: p
      ? p.variants.map((v) => ({
          id: v.id, sku: v.sku, gtin: text(v.gtin), options: v.options as Record<string, string>, price: amount(v.price), compareAtPrice: amount(v.compareAtPrice), compareAtKind: v.compareAtKind,
          contentAmount: numberText(v.content?.amount, locale), contentUnit: v.content?.unit ?? '',
          weightGrams: text(v.weightGrams), tiers: v.wholesalePrices.map((t) => ({ minQuantity: text(t.minQuantity), price: amount(t.price) })),
          mediaId: v.mediaId, attributes: valuesIn(locale, v.attributes), metadata: rowsOf(v.metadata),
        }))
      : [newVariant({})],
    manufacturer: p?.manufacturer ?? noParty,
    responsiblePerson: p?.responsiblePerson ?? noParty,
    safety: p?.safety ?? [],
    withdrawalExcluded: text(p?.withdrawalExcluded),
    seo: { title: text(p?.seo.title), description: text(p?.seo.description) },
    tags: p?.tags ?? [],
    mpn: text(p?.mpn),
    condition: p?.condition ?? 'new',
    attributes: valuesIn(locale, p?.attributes ?? []),
    metadata: rowsOf(p?.metadata ?? {}),
  };
}

/** What the field of a number sends: null for an empty one. What is no number is refused. */
export function numberOf(typed: string, locale: string): number | string | null {
  const value = parseNumber(typed, locale);
  return Number.isNaN(value) ? typed : value;
}

/** The id of a picture that was uploaded; null for one that is kept elsewhere. */
export const mediaIdOf = ({ url, saved }: DraftImage): string | null => (saved && saved.url === url.trim() ? saved.mediaId : null);

const isBlank = (p: DraftParty) => `${p.name}${p.address}${p.contact}`.trim() === '';

/** The body of the request that saves a draft. */
export function bodyOf(d: Draft) {
  const number = (typed: string) => numberOf(typed, d.locale);
  const pictures = d.images.map(mediaIdOf);
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
      gtin: v.gtin.trim() || null,
      options: v.options,
      price: number(v.price),
      compareAtPrice: number(v.compareAtPrice),
      compareAtKind: v.compareAtKind,
      content: v.contentAmount.trim() === '' && v.contentUnit === '' ? null : { ...(v.contentAmount.trim() !== '' && { amount: number(v.contentAmount) }), ...(v.contentUnit && { unit: v.contentUnit }) },
      weightGrams: number(v.weightGrams),
      mediaId: v.mediaId && pictures.includes(v.mediaId) ? v.mediaId : null,
      wholesalePrices: v.tiers.map((t) => ({ minQuantity: number(t.minQuantity), price: number(t.price) })),
      attributes: attributesOf(v.attributes, d.locale),
      metadata: metadataOf(v.metadata),
    })),
    manufacturer: isBlank(d.manufacturer) ? null : d.manufacturer,
    responsiblePerson: isBlank(d.responsiblePerson) ? null : d.responsiblePerson,
    safety: d.safety,
    withdrawalExcluded: d.withdrawalExcluded || null,
    seo: { title: d.seo.title.trim() || null, description: d.seo.description.trim() || null },
    tags: d.tags,
    mpn: d.mpn.trim() || null,
    condition: d.condition,
    attributes: attributesOf(d.attributes, d.locale),
    metadata: metadataOf(d.metadata),
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
      newVariant({ options: choice, price: like?.price ?? '' }),
  );
  return { ...d, options, variants };
}

/** The stored variants that other options leave out. */
export const leftOut = (before: Draft, after: Draft) => before.variants.filter((v) => v.id && !after.variants.some((other) => other.id === v.id));

/** The values that were typed: commas part them, but not the digits of a number. */
export function valuesOf(typed: string[]): string[] {
  const values = typed.flatMap((text) => text.split(/(?<!\d),|,(?!\d)/)).map((value) => value.trim());
  return [...new Set(values)].filter((value) => value !== '');
}

/** The tags that were typed, each once in any case: commas and | part them. */
export function tagsOf(typed: string[]): string[] {
  const tags = typed.flatMap((text) => text.split(/[,|]/)).map((tag) => tag.trim());
  return tags.filter((tag, i) => tag !== '' && tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === i);
}

/** What is wrong with the prices from a quantity on: quantities rise and prices fall. */
export function tierFault(price: string, tiers: Tier[], locale: string): 'quantity' | 'price' | null {
  let before = { quantity: 0, price: Number(numberOf(price, locale)) };
  for (const t of tiers) {
    const quantity = Number(numberOf(t.minQuantity, locale));
    const cost = Number(numberOf(t.price, locale));
    if (!(Number.isInteger(quantity) && quantity > before.quantity)) return 'quantity';
    if (!(cost < before.price)) return 'price';
    before = { quantity, price: cost };
  }
  return null;
}

/** The ranges of quantities with the price of each: what a wholesale account pays. */
export function priceRanges(v: DraftVariant, locale: string): { from: number; to: number | null; price: number }[] {
  const steps = [{ minQuantity: '1', price: v.price }, ...v.tiers].map((t) => ({ from: Number(numberOf(t.minQuantity, locale)), price: Number(numberOf(t.price, locale)) }));
  return steps
    .map((s, i) => ({ ...s, to: steps[i + 1] ? steps[i + 1]!.from - 1 : null }))
    .filter((s) => s.to === null || s.to >= s.from);
}
