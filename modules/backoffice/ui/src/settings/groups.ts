import { useQuery } from '@tanstack/react-query';
import { call } from '../api';
import type { Schemas } from '../types';
import type { GroupName } from './fields';

/** The groups that have a page, in the order of the menu. */
export const groupNames: GroupName[] = ['profile', 'seller', 'bank', 'tax', 'checkout', 'loyalty', 'mail'];

/** The groups of settings, as every page of the settings reads them. */
export const useGroups = () => useQuery({
  queryKey: ['settings', 'groups'],
  queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
  select: (settings) => settings.groups,
  retry: false,
});

/** Where groups are edited that are no forms of fields. */
export const ownPages: Partial<Record<string, string>> = { legal: '/legal', storefront: '/looks' };

/** Where the page of a group is. */
export const pageOf = (group: string) => ownPages[group] ?? `/settings/${group}`;
