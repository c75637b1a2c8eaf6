// What react-admin asks for data and for who is signed in.

import type { AuthProvider, DataProvider, GetListParams, RaRecord } from 'react-admin';
import { askToSignIn, call, query } from './api';
import { reachable } from './connection';
import { Problem, problemOf } from './problem';
import * as session from './session';
import type { Schemas } from './types';

/** Where a resource is listed and read. */
const paths: Record<string, string> = {
  orders: '/v1/admin/orders',
  refunds: '/v1/admin/refunds',
  returns: '/v1/admin/returns',
  withdrawals: '/v1/admin/withdrawals',
  invoices: '/v1/admin/invoices',
  wholesale: '/v1/admin/wholesale/applications',
  stock: '/v1/admin/stock',
  customers: '/v1/admin/users',
  guests: '/v1/admin/guests',
  reviews: '/v1/admin/reviews',
  mails: '/v1/admin/mails',
  payments: '/v1/admin/payments/tasks',
  statements: '/v1/admin/payments/statements',
  entries: '/v1/admin/payments/entries',
  dead: '/v1/admin/events/dead',
  events: '/v1/admin/events',
  audit: '/v1/admin/audit',
  products: '/v1/admin/products',
  'bulk-edits': '/v1/admin/products/bulk',
  'price-plans': '/v1/admin/price-plans',
  brands: '/v1/brands',
  categories: '/v1/categories',
  collections: '/v1/admin/collections',
  attributes: '/v1/admin/attributes',
  media: '/v1/admin/media',
  promotions: '/v1/admin/promotions',
  'automatic-promotions': '/v1/admin/automatic-promotions',
  shipping: '/v1/admin/shipping-methods',
  staff: '/v1/admin/staff',
  colleagues: '/v1/admin/colleagues',
  roles: '/v1/admin/roles',
  invitations: '/v1/admin/staff/invitations',
  keys: '/v1/admin/api-keys',
  webhooks: '/v1/admin/webhooks',
  deliveries: '/v1/admin/webhooks/deliveries',
  inbox: '/v1/notifications',
};

/** What names a record of a resource whose records have no id. */
const keys: Record<string, string> = { stock: 'variantId' };

interface Page {
  data: RaRecord[];
  meta: Schemas['Meta'];
}

/** What the filters of a page mean to its operation, where they are not the operation's own. */
const parameters: Record<string, (filter: Record<string, unknown>) => Record<string, unknown>> = {
  stock: ({ level, ...rest }) => ({ ...rest, low: level === 'low' ? true : rest.low, below: level === 'out' ? 1 : rest.below }),
  withdrawals: ({ state, ...rest }) => (state === 'overdue' ? { ...rest, overdue: true } : { ...rest, state }),
  // Who asks for certain events gets them, be they of sessions.
  events: (filter) => ({ ...filter, sessions: Boolean(filter.sessions ?? filter.name ?? filter.key ?? filter.requestId ?? filter.actor) }),
  audit: (filter) => ({ ...filter, sessions: Boolean(filter.sessions ?? filter.name) }),
};

const pathOf = (resource: string) => {
  const path = paths[resource];
  if (!path) throw new Error(`no path for ${resource}`);
  return path;
};

async function list(resource: string, params: Partial<GetListParams>) {
  const { page = 1, perPage = 20 } = params.pagination ?? {};
  const sort = params.sort?.field ? (params.sort.order === 'DESC' ? '-' : '') + params.sort.field : undefined;
  const pageOf = (number: number) =>
    call<Page>(pathOf(resource) + query({ ...(parameters[resource]?.(params.filter ?? {}) ?? params.filter), sort, page: number, limit: perPage }), { signal: params.signal });
  let found = await pageOf(page);
  // Past the end is the last page; react-admin then puts its number into the address.
  if (found.data.length === 0 && found.meta.total > 0) found = await pageOf(Math.ceil(found.meta.total / perPage));
  const key = keys[resource];
  const data = key ? found.data.map((record) => ({ ...record, id: record[key] })) : found.data;
  return { data, total: found.meta.total };
}

/** The resources of which certain records are read in one request. */
const readByIds = new Set(['products', 'brands', 'categories', 'collections', 'attributes', 'stock', 'orders', 'customers', 'colleagues']);

/** Reads up to a hundred records at a time. */
async function listByIds(resource: string, ids: unknown[]): Promise<RaRecord[]> {
  const found: RaRecord[] = [];
  for (let i = 0; i < ids.length; i += 100) {
    const { data } = await list(resource, { filter: { ids: ids.slice(i, i + 100).join(',') }, pagination: { page: 1, perPage: 100 } });
    found.push(...data);
  }
  return found;
}

/** What react-admin reads; commands are sent by the pages' own dialogs (ui/SendDialog). */
export const dataProvider = {
  // Requests whose answer is no longer wanted are cut.
  supportAbortSignal: true,
  getList: list,
  getOne: async (resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) => ({
    data: await call<RaRecord>(`${pathOf(resource)}/${id}`, { signal }),
  }),
  getMany: async (resource: string, { ids }: { ids: unknown[] }) => ({
    data: readByIds.has(resource) ? await listByIds(resource, ids) : await Promise.all(ids.map((id) => call<RaRecord>(`${pathOf(resource)}/${id}`))),
  }),
} as unknown as DataProvider;

/** What sign-in sends: a password, a new one with a mailed code, or the answer to a challenge. */
export type Credentials =
  | { email: string; password: string }
  | { email: string; code: string; password: string; challengeId?: string }
  | { challenge: string; code?: string; recoveryCode?: string; credential?: unknown }
  | { passkey: { challenge: string; credential: unknown } };

function signInPath(credentials: Credentials): string {
  if ('passkey' in credentials) return '/v1/auth/passkey';
  if ('challenge' in credentials) return '/v1/auth/second-factor';
  return 'code' in credentials ? '/v1/auth/set-password' : '/v1/auth/login';
}

export const authProvider: AuthProvider = {
  login: async (credentials: Credentials) => {
    const body = 'passkey' in credentials ? credentials.passkey : credentials;
    const answer = await session.post(signInPath(credentials), body).catch(() => {
      throw new Problem(0, {});
    });
    if (!answer.ok) throw await problemOf(answer);
    const opened = (await answer.json()) as Schemas['Session'];
    if (!session.isStaff(opened.user)) {
      await session.discard(opened.accessToken);
      throw new Problem(403, { code: 'not_staff' });
    }
    session.start(opened);
  },
  logout: async () => session.end(),
  checkAuth: async () => {
    if (await isSignedIn()) return;
    throw { message: false };
  },
  // Whoever called the service has asked to sign in again already.
  checkError: async () => undefined,
  getIdentity: async () => {
    const user = session.user();
    return user ? { id: user.id, fullName: user.fullName } : { id: '' };
  },
  getPermissions: async () => scopes(),
};

/** Whether there is a session. While the service is away that is not known, and waited for. */
async function isSignedIn(): Promise<boolean> {
  for (;;) {
    try {
      if (await session.token()) return true;
      return (await askToSignIn()) && session.user() !== null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await reachable();
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 2) * 1000));
    }
  }
}

/** The scopes of whose pages are shown, or null for all of them. */
export function scopes(): string[] | null {
  const user = session.shownTo();
  if (!user) return [];
  return user.role === 'admin' ? null : (user.staff?.scopes ?? []);
}

/** Whether who is signed in may use operations of the scope. x:write includes x:read. */
export function may(scope: string): boolean {
  const all = scopes();
  return all === null || all.includes(scope) || all.includes(scope.replace(/:read$/, ':write'));
}
