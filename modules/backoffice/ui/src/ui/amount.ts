// Amounts as people type and read them: 12,50 in German, 12.50 in English.

/** An amount as a field shows it, with two decimals; nothing for none. */
export function amountText(value: unknown, locale: string): string {
  if (typeof value !== 'number') return '';
  return value.toFixed(2).replace('.', locale === 'de' ? ',' : '.');
}

/** A number as a field shows it, with the decimals that it has; nothing for none. */
export function numberText(value: unknown, locale: string): string {
  if (typeof value !== 'number') return '';
  return String(value).replace('.', locale === 'de' ? ',' : '.');
}

/**
 * The number that was typed, with or without a sign of the currency and groups of thousands; null
 * for none, NaN for what is no number. 1.250 are thousands in German, and 1,250 in English.
 */
export function parseNumber(typed: string, locale: string): number | null {
  const text = typed.replace(/€|eur|\s/gi, '');
  if (text === '') return null;
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const own = locale === 'de' ? ',' : '.';
  const groups = text[point] === own ? /^$/ : /^-?\d{1,3}([.,]\d{3})+$/;
  const whole = groups.test(text) || point < 0 ? text : text.slice(0, point);
  const rest = whole === text ? '' : text.slice(point + 1);
  if (!/^-?\d*$|^-?\d{1,3}([.,]\d{3})+$/.test(whole) || !/^\d*$/.test(rest)) return NaN;
  const digits = `${whole.replace(/[.,]/g, '')}.${rest}`;
  return /\d/.test(digits) ? Number(digits) : NaN;
}
