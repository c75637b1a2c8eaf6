import { useSettings } from '../ui/useSettings';

/** The shop's time zone; that of the browser for those who may not read the settings. */
export function useShopZone(): string {
  return useSettings()?.groups.profile.values.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
