// Whether the service can be reached. react-query pauses its reads while it cannot, and repeats
// them when it can again.

import { onlineManager } from '@tanstack/react-query';

/** How long to wait between two attempts, in milliseconds. */
const pause = 2_000;
/** How long one attempt may take. */
const answerTimeout = 10_000;

let probing: Promise<void> | null = null;

/** Called when a request got no answer: finds out whether the service is away, until it is back. */
export function noAnswer(): void {
  void reachable();
}

/** Resolves as soon as the service answers. */
export function reachable(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = null;
  });
  return probing;
}

async function probe() {
  while (!(await answers())) {
    onlineManager.setOnline(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  onlineManager.setOnline(true);
}

/** Whether the service answers at all, whatever it says. */
async function answers(): Promise<boolean> {
  try {
    await fetch('/admin/favicon.svg', { cache: 'no-store', signal: AbortSignal.timeout(answerTimeout) });
    return true;
  } catch {
    return false;
  }
}
