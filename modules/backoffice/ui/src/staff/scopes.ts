import { useTranslate } from 'react-admin';
import { keyScopeValues, scopeValues } from '../../generated/schema';
import type { Schemas } from '../types';

/** Returns what says a scope in a sentence. */
export function useScopeText() {
  const translate = useTranslate();
  return (scope: string) => translate(`staff.scopes.${scope.replace(':', '_')}`, { _: scope });
}

/** Those of a role of the staff, and of an API key: a role need not name what anybody may. */
const possible = { StaffRole: scopeValues.filter((scope) => scope !== 'self'), ApiKey: keyScopeValues };

/** The scopes that a role of the staff, or an API key, can have, for a choice. */
export function useScopeOptions(of: keyof typeof possible) {
  const text = useScopeText();
  return possible[of].map((scope) => ({ value: scope, label: text(scope) }));
}

/** Roles that most shops need; their names and texts stand below readyRoles. */
export const readyRoles: { key: string; scopes: Schemas['Scope'][] }[] = [
  { key: 'packer', scopes: ['orders:read', 'orders:write', 'products:read', 'stock:read'] },
  {
    key: 'assistant',
    scopes: [
      'orders:read', 'orders:write', 'refunds:write', 'payments:read', 'payments:write', 'products:read', 'products:write', 'stock:read',
      'stock:write', 'promotions:read', 'promotions:write', 'settings:read', 'customers:read', 'reviews:moderate', 'mails:read',
      'mails:write', 'wholesale:decide', 'reports:read', 'invoices:read', 'invoices:write',
    ],
  },
  {
    key: 'bookkeeper',
    scopes: [
      'orders:read', 'refunds:write', 'payments:read', 'payments:write', 'customers:read', 'products:read', 'settings:read', 'reports:read',
      'invoices:read', 'invoices:write',
    ],
  },
];
