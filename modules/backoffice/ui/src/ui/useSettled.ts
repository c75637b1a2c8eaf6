import { useEffect, useState } from 'react';

/** How long nothing is typed before a preview is made anew, in milliseconds. */
const pause = 400;

/** A text as it is once it has not changed for a while. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
