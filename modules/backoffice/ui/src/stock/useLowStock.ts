import { useSettings } from '../ui/useSettings';

/** The units at which stock is low; 0 for those who may not read the settings. */
export const useLowStock = (): number => useSettings()?.lowStock ?? 0;
