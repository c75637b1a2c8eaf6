// Files that the browser saves: a plain link cannot carry the session's token.

import { callRaw } from '../api';

/** Saves what an operation answers as a file. Throws a Problem. */
export async function saveAnswer(path: string, name: string, signal?: AbortSignal) {
  const answer = await callRaw(path, { signal });
  saveFile(await answer.blob(), name);
}

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
