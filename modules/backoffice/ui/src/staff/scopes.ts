/** What operations of administrations need, as the service names it (contract of access). */
const scopes = [
  'self', 'orders:read', 'orders:write', 'refunds:write', 'payments:read', 'payments:write', 'products:read', 'products:write',
  'stock:read', 'stock:write', 'promotions:read', 'promotions:write', 'webhooks:read', 'webhooks:write', 'settings:read',
  'settings:write', 'customers:read', 'customers:write', 'wholesale:decide', 'reviews:moderate', 'loyalty:adjust', 'mails:read',
  'mails:write', 'audit:read', 'audit:write', 'events:read', 'staff:read', 'staff:write', 'keys:write', 'reports:read',
];

/** The scopes that a role of the staff, or an API key, can have. */
export function scopeOptions(of: 'StaffRole' | 'ApiKey') {
  const possible = of === 'StaffRole' ? scopes : scopes.filter((s) => s !== 'self' && s !== 'keys:write' && !s.startsWith('staff:'));
  return possible.map((scope) => ({ value: scope, label: scope }));
}
