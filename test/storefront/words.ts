// The pages' own texts: the specs find what they press by them, so that a text may change.

import { readFileSync } from 'node:fs';

export type Language = 'en' | 'de';

const folder = new URL('../../modules/storefront/words/', import.meta.url);

export class Words {
  private readonly texts: Record<string, string>;

  constructor(readonly language: Language) {
    this.texts = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<string, string>;
  }

  /** The text of a key, with values for its {names}. */
  say(key: string, values: Record<string, string | number> = {}): string {
    const text = this.texts[key];
    if (text === undefined) throw new Error(`there is no text ${key}`);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** The form of a text for n things. */
  count(key: string, n: number, values: Record<string, string | number> = {}): string {
    return this.say(`${key}.${n === 1 ? 'one' : 'other'}`, { n, ...values });
  }

  /** An amount of euros as the pages write it, up to 999.99. */
  price(euros: number): string {
    return this.language === 'de' ? `${euros.toFixed(2).replace('.', ',')} €` : `€${euros.toFixed(2)}`;
  }

  /** The address of a page in the language. The demo shop's own one is English. */
  path(path: string): string {
    if (this.language === 'en') return path;
    return path === '/' ? '/de' : `/de${path}`;
  }
}
