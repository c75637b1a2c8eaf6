// Uploads of pictures: with progress, which fetch does not report.

import { Problem } from '../problem';
import * as session from '../session';
import type { Schemas } from '../types';

export type Media = Schemas['Media'];

/** The largest file that the service takes. */
export const maxFile = 8 << 20;

export interface Upload {
  /** The same for each attempt at one file: the service keeps it once. */
  key: string;
  signal: AbortSignal;
  /** Gets the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Uploads a picture. Throws a Problem, or the signal's reason. */
export async function uploadPicture(file: File, upload: Upload): Promise<Media> {
  if (file.size > maxFile) throw new Problem(413, { code: 'body_too_large' });
  let bearer = await session.token();
  if (!bearer) throw new Problem(401, { code: 'unauthenticated' });
  let answer = await send(file, upload, bearer);
  if (answer.status === 401) {
    bearer = await session.renewAfter(bearer);
    if (bearer) answer = await send(file, upload, bearer);
  }
  if (answer.status === 201) return answer.body as unknown as Media;
  throw new Problem(answer.status, answer.body);
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

function send(file: File, { key, signal, onProgress }: Upload, bearer: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/v1/admin/media');
    request.setRequestHeader('Authorization', `Bearer ${bearer}`);
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = (e) => e.lengthComputable && onProgress(e.loaded / e.total);
    request.onload = () => resolve({ status: request.status, body: membersOf(request.responseText) });
    request.onerror = () => reject(new Problem(0, { code: 'offline', detail: 'The service did not answer.' }));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
