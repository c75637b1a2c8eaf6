// Codes that are checked while they are typed, as the service checks them when they are saved.

/** Blanks, dots, dashes and slashes, with which people write codes, do not count. */
const compact = (typed: string) => typed.replace(/[\s./-]/g, '').toUpperCase();

/** How long IBANs are, by country (platform/money, iban.go). */
const ibanLengths: Record<string, number> = {
  AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21,
  HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24,
  RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22,
};

/** What is known of a code as far as it is typed: a text of the page, and whether it is wrong. */
export interface Found {
  text: string;
  values?: Record<string, unknown>;
  wrong: boolean;
}

/** Whether the check digits of an IBAN are right (ISO 7064, MOD 97-10). */
function hasRightDigits(iban: string): boolean {
  let rest = 0;
  for (const c of iban.slice(4) + iban.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(c, 36)}`) % 97;
  return rest === 1;
}

export function findIban(typed: string): Found | null {
  const iban = compact(typed);
  if (iban === '') return null;
  if (/[^0-9A-Z]/.test(iban)) return { text: 'iban.letters', wrong: true };
  const wanted = ibanLengths[iban.slice(0, 2)];
  if (!wanted) return { text: 'iban.country', wrong: iban.length > 1 };
  const values = { typed: iban.length, wanted };
  if (iban.length < wanted) return { text: 'iban.short', values, wrong: false };
  if (iban.length > wanted) return { text: 'iban.long', values, wrong: true };
  return hasRightDigits(iban) ? { text: 'iban.right', wrong: false } : { text: 'iban.digits', wrong: true };
}

export function findBic(typed: string): Found | null {
  const bic = compact(typed);
  if (bic === '' || bic.length === 8 || bic.length === 11) return /[^0-9A-Z]/.test(bic) ? { text: 'bic', values: { typed: bic.length }, wrong: true } : null;
  return { text: 'bic', values: { typed: bic.length }, wrong: bic.length > 11 || /[^0-9A-Z]/.test(bic) };
}

/** A VAT id of each member state, and the form of them; EL is Greece (as modules/shop has them). */
const vatIds: Record<string, [example: string, form: RegExp]> = {
  AT: ['ATU12345678', /^U\d{8}$/], BE: ['BE0123456789', /^[01]\d{9}$/], BG: ['BG123456789', /^\d{9,10}$/], CY: ['CY12345678X', /^\d{8}[A-Z]$/],
  CZ: ['CZ12345678', /^\d{8,10}$/], DE: ['DE123456789', /^\d{9}$/], DK: ['DK12345678', /^\d{8}$/], EE: ['EE123456789', /^\d{9}$/],
  EL: ['EL123456789', /^\d{9}$/], ES: ['ESX12345678', /^[A-Z0-9]\d{7}[A-Z0-9]$/], FI: ['FI12345678', /^\d{8}$/],
  FR: ['FR12123456789', /^[A-Z0-9]{2}\d{9}$/], HR: ['HR12345678901', /^\d{11}$/], HU: ['HU12345678', /^\d{8}$/],
  IE: ['IE1234567X', /^(\d{7}[A-Z]{1,2}|\d[A-Z0-9+*]\d{5}[A-Z])$/], IT: ['IT12345678901', /^\d{11}$/], LT: ['LT123456789', /^(\d{9}|\d{12})$/],
  LU: ['LU12345678', /^\d{8}$/], LV: ['LV12345678901', /^\d{11}$/], MT: ['MT12345678', /^\d{8}$/], NL: ['NL123456789B12', /^\d{9}B\d{2}$/],
  PL: ['PL1234567890', /^\d{10}$/], PT: ['PT123456789', /^\d{9}$/], RO: ['RO1234567890', /^\d{2,10}$/], SE: ['SE123456789012', /^\d{12}$/],
  SI: ['SI12345678', /^\d{8}$/], SK: ['SK1234567890', /^\d{10}$/],
};

export function findVatId(typed: string): Found | null {
  const id = compact(typed).replace(/^GR/, 'EL');
  if (id === '') return null;
  const known = vatIds[id.slice(0, 2)];
  if (!known) return { text: 'vatId.state', wrong: id.length > 1 };
  const [example, form] = known;
  if (form.test(id.slice(2))) return null;
  return { text: 'vatId.form', values: { example }, wrong: id.length >= example.length };
}
