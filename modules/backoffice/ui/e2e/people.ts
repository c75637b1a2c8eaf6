// Those who have an account, and their mails in the mailbox of dev mode.

import { expect } from '@playwright/test';
import type { Shop } from './shop';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Waits for the newest mail to the address whose text matches, and returns the match. */
export async function mailed(shop: Shop, to: string, pattern: RegExp): Promise<RegExpMatchArray> {
  let found: RegExpMatchArray | null = null;
  await expect.poll(async () => {
    const mails = await shop.call<Mail[]>('GET', `/dev/mail.json?to=${encodeURIComponent(to)}`);
    found = mails.map((m) => m.text.match(pattern)).find((m) => m !== null) ?? null;
    return found !== null;
  }).toBe(true);
  return found!;
}

export interface Customer {
  id: string;
  email: string;
  token: string;
  code: string;
}

/** Registers, with the code of the mail, and signs in. */
export async function register(shop: Shop, fullName: string): Promise<Customer> {
  const email = `${fullName.toLowerCase().replace(/\W+/g, '.')}@example.com`;
  const { registrationId } = await shop.call<{ registrationId: string }>('POST', '/v1/auth/register', { email, password: 'a moka pot of good coffee', fullName, locale: 'en' });
  const [code] = await mailed(shop, email, /\b\d{6}\b/);
  const session = await shop.call<{ accessToken: string; user: { id: string } }>('POST', '/v1/auth/verify-email', { email, code, registrationId });
  return { id: session.user.id, email, token: session.accessToken, code };
}
