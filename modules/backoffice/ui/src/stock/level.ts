/** Whether nothing is left that could be sold. */
export function levelOf(available: number): 'out' | null {
  return available <= 0 ? 'out' : null;
}
