// The shop's ways to pay as their form holds them: amounts are texts until they are sent.

import { paymentMethodValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { amountText, parseNumber } from '../ui/amount';
import { type LocaleText, writtenTexts } from '../ui/LocaleTexts';

export type Method = Schemas['PaymentMethodSetting'];

export interface MethodDraft {
  method: string;
  enabled: boolean;
  countries: string[];
  minimum: string;
  maximum: string;
  texts: LocaleText[];
}

/** The ways to pay in the order of the shop; behind them those that it does not list, off. */
export function draftsOf(methods: unknown, locale: string): MethodDraft[] {
  const known = (methods ?? []) as Method[];
  const others = paymentMethodValues.filter((method) => !known.some((m) => m.method === method));
  return [
    ...known.map(({ minimum, maximum, texts, ...rest }) => ({
      ...rest, minimum: amountText(minimum, locale), maximum: amountText(maximum, locale), texts: texts.map((t) => ({ ...t })),
    })),
    ...others.map((method) => ({ method, enabled: false, countries: [], minimum: '', maximum: '', texts: [] })),
  ];
}

/** The ways to pay as they are sent. What is no number stays a text, which the service refuses. */
export function methodsOf(drafts: MethodDraft[], locale: string) {
  const amount = (typed: string) => {
    const number = parseNumber(typed, locale);
    return Number.isNaN(number) ? typed : number;
  };
  return drafts.map(({ minimum, maximum, texts, ...rest }) => ({
    ...rest, minimum: amount(minimum), maximum: amount(maximum), texts: writtenTexts(texts),
  }));
}
