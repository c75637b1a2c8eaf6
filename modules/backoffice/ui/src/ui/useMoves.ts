import { useEffect, useRef } from 'react';

/**
 * Moves items of a list, whose elements are the children of list. The focus goes with the item, so
 * that the same key moves it on; at an end, to the way back.
 */
export function useMoves<T>(items: T[], onChange: (moved: T[]) => void) {
  const list = useRef<HTMLDivElement>(null);
  const follow = useRef<{ to: number; up: boolean } | null>(null);
  const move = (i: number, to: number) => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(i, 1));
    onChange(moved);
    follow.current = { to, up: to < i };
  };
  useEffect(() => {
    if (!follow.current) return;
    const { to, up } = follow.current;
    follow.current = null;
    const [upward, downward] = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    (up ? [upward, downward] : [downward, upward]).find((button) => button && !button.disabled)?.focus();
  });
  return { list, move };
}
