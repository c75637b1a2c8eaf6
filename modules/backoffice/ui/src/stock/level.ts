export type Level = 'out' | 'low' | null;

/** Whether units that can be sold are none or few; few are not more than low. */
export function levelOf(available: number, low: number): Level {
  if (available <= 0) return 'out';
  return available <= low ? 'low' : null;
}
