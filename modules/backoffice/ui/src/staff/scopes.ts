import { useTranslate } from 'react-admin';

/** What operations for the staff need, as the service names it. */
const scopes = [
  'orders:read', 'orders:write', 'refunds:write', 'payments:read', 'payments:write', 'products:read', 'products:write',
  'stock:read', 'stock:write', 'promotions:read', 'promotions:write', 'webhooks:read', 'webhooks:write', 'settings:read',
  'settings:write', 'customers:read', 'customers:write', 'wholesale:decide', 'reviews:moderate', 'loyalty:adjust', 'mails:read',
  'mails:write', 'audit:read', 'audit:write', 'events:read', 'staff:read', 'staff:write', 'keys:write', 'reports:read',
];

/** Returns what says a scope in a sentence. */
export function useScopeText() {
  const translate = useTranslate();
  return (scope: string) => translate(`scopes.${scope.replace(':', '_')}`, { _: scope });
}

/** The scopes that a role of the staff, or an API key, can have, for a choice. */
export function useScopeOptions(of: 'StaffRole' | 'ApiKey') {
  const text = useScopeText();
  const possible = of === 'StaffRole' ? scopes : scopes.filter((s) => s !== 'keys:write' && !s.startsWith('staff:'));
  return possible.map((scope) => ({ value: scope, label: text(scope) }));
}

/** Roles that most shops need; their names and texts are those of readyRoles. */
export const readyRoles = [
  { key: 'packer', scopes: ['orders:read', 'orders:write', 'products:read', 'stock:read'] },
  {
    key: 'assistant',
    scopes: [
      'orders:read', 'orders:write', 'refunds:write', 'payments:read', 'payments:write', 'products:read', 'products:write', 'stock:read',
      'stock:write', 'promotions:read', 'promotions:write', 'settings:read', 'customers:read', 'reviews:moderate', 'mails:read',
      'mails:write', 'wholesale:decide', 'reports:read',
    ],
  },
  {
    key: 'bookkeeper',
    scopes: ['orders:read', 'refunds:write', 'payments:read', 'payments:write', 'customers:read', 'products:read', 'settings:read', 'reports:read'],
  },
];
