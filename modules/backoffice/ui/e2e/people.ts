// Those who have an account, and their mails in the mailbox of dev mode.

import { expect, type Page } from '@playwright/test';
import { admin, type Shop } from './shop';

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

/** The code of the newest mail to the address that has one. It stands on a line of its own. */
export async function mailedCode(shop: Shop, to: string, digits: number): Promise<string> {
  return (await mailed(shop, to, new RegExp(`^ *(\\d{${digits}})$`, 'm')))[1]!;
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
  const code = await mailedCode(shop, email, 6);
  const session = await shop.call<{ accessToken: string; user: { id: string } }>('POST', '/v1/auth/verify-email', { email, code, registrationId });
  return { id: session.user.id, email, token: session.accessToken, code };
}

/**
 * Remembers the sessions of the admin that are there before the page signs in. What it returns ends
 * all others but the one that it calls with, which may have been renewed, and signs in again in the
 * dialog that the page shows, after what is done meanwhile.
 */
export async function endingSessions(page: Page, shop: Shop): Promise<(meanwhile?: () => Promise<void>) => Promise<void>> {
  const sessions = async () =>
    (await shop.asAdmin<{ data: { id: string; current: boolean }[] }>('GET', '/v1/auth/sessions')).data.filter((s) => !s.current).map((s) => s.id);
  const before = await sessions();
  const again = page.getByRole('dialog', { name: 'Sign in' });
  return async (meanwhile) => {
    for (const id of (await sessions()).filter((s) => !before.includes(s))) await shop.asAdmin('DELETE', `/v1/auth/sessions/${id}`);
    await expect(again).toBeVisible();
    await meanwhile?.();
    await again.getByRole('textbox', { name: 'Email' }).fill(admin.email);
    await again.getByRole('textbox', { name: 'Password' }).fill(admin.password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(again).toHaveCount(0);
  };
}
