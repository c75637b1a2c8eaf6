import { type TranslateFunction, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { useUserNames } from '../ui/useUserNames';

type Event = Schemas['Event'];

/** The name of an event as texts have it: identity.role_changed.v1 is "identity_role_changed". */
export const keyOf = (name: string) => name.replace(/\.v\d+$/, '').replaceAll('.', '_');

/** What a kind of event is called, without what only one of them says. */
export const titleOf = (translate: TranslateFunction, key: string) =>
  translate(`audit.sentences.${key}`, { _: key }).replace(/\s*%\{\w+\}/g, '').replace(/\s*:[\s,%]*$/, '').trim();

/** The pages of what events are about, by the member of the payload that has its id. */
const pages: [string, string, string][] = [
  ['returnId', '/returns', 'orders:read'],
  ['orderId', '/orders', 'orders:read'],
  ['applicationId', '/wholesale', 'wholesale:decide'],
  ['productId', '/products', 'products:read'],
  ['userId', '/customers', 'customers:read'],
];

/** The members of events whose values are codes, and have words. */
const coded = new Set(['reason', 'purpose', 'change', 'kind', 'accountType', 'role', 'roleName', 'status']);

/** An event in words. */
export function textOf(translate: TranslateFunction, event: Event): string {
  const word = (name: string, value: unknown) => (coded.has(name) ? translate(`audit.values.${String(value)}`, { _: value }) : value);
  const shown = Object.entries(event.payload).filter(([, v]) => ['string', 'number', 'boolean'].includes(typeof v));
  const values = Object.fromEntries(shown.map(([name, value]) => [name, word(name, value)]));
  return translate(`audit.sentences.${keyOf(event.name)}`, { ...values, _: event.name }).replace(/%\{\w+\}/g, '…');
}

/** An event in a sentence, with a link to what it is about. */
export function Sentence({ event, linked = true }: { event: Event; linked?: boolean }) {
  const translate = useTranslate();
  const payload = event.payload as Record<string, unknown>;
  const text = textOf(translate, event);
  const erased = event.name === 'identity.account_erased.v1';
  const page = erased || !linked ? undefined : pages.find(([member, , scope]) => typeof payload[member] === 'string' && may(scope));
  return page ? <Link to={`${page[1]}/${String(payload[page[0]])}`}>{text}</Link> : <>{text}</>;
}

/** Who did it: a name with a link where the reader may see one. */
export function Actor({ of }: { of: string }) {
  const translate = useTranslate();
  const [kind = '', id = ''] = of.split(':');
  if (kind === 'user') return <User id={id} />;
  return <span title={of}>{translate(`audit.actors.${kind}`, { _: of })}</span>;
}

function User({ id }: { id: string }) {
  const translate = useTranslate();
  const reads = may('customers:read');
  const nameOf = useUserNames([`user:${id}`]);
  const name = nameOf(id) ?? translate('audit.actors.unknown');
  return reads ? <Link to={`/customers/${id}`}>{name}</Link> : <span title={id}>{name}</span>;
}
