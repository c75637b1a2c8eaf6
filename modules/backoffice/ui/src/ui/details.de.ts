// The details of the service's faults in German. What is not here is shown in English.

const units: Record<string, string> = { characters: 'Zeichen', character: 'Zeichen', entries: 'Einträge', values: 'Werte', decimals: 'Nachkommastellen', megapixels: 'Megapixel' };

const texts: Record<string, string> = {
  'is required': 'fehlt',
  'is too large': 'zu groß',
  'must be a text': 'ein Text',
  'must be a number': 'eine Zahl',
  'must be a whole number': 'eine ganze Zahl',
  'must be true or false': 'ja oder nein',
  'must be a list': 'eine Liste',
  'must not be null': 'darf nicht leer sein',
  'must not be 0': 'nicht 0',
  'must not contain control characters': 'ohne Steuerzeichen',
  'must be an email address': 'eine E-Mail-Adresse',
  'must be an id': 'eine ID',
  'must be a date like 2026-11-20': 'ein Datum wie 2026-11-20',
  'must be a URL like https://example.com/page': 'eine Adresse wie https://example.com/page',
  'must be an absolute https URL': 'eine vollständige Adresse mit https',
  'must be an https URL or that of an uploaded picture': 'eine Adresse mit https oder die eines hochgeladenen Bildes',
  'must be https to a public host': 'eine Adresse mit https, die von außen erreichbar ist',
  'must not hold a user or a password': 'ohne Benutzer und Passwort',
  'must not have a fragment': 'ohne #',
  'must be a country code like DE': 'ein Länderkürzel wie DE',
  'must be lower-case letters and digits with single hyphens between': 'Kleinbuchstaben und Ziffern mit einzelnen Bindestrichen dazwischen',
  'must be an amount like 12.90': 'ein Betrag wie 12,90',
  'must be a name without a URL': 'ein Name ohne Adresse im Netz',
  'must be a category': 'eine Kategorie',
  'must not be the category itself or below it': 'nicht die Kategorie selbst und keine unter ihr',
  'must be a brand': 'eine Marke',
  'must be a role': 'eine Rolle',
  'must not be the address of one of the staff': 'diese Person gehört schon zum Personal',
  'must be the slug of a brand': 'der Name einer Marke in Adressen',
  'must be slugs of categories with | between': 'Namen von Kategorien in Adressen, mit | dazwischen',
  'must be a variant of this product': 'eine Variante dieses Produkts',
  'must be a picture that was uploaded': 'ein hochgeladenes Bild',
  'must be a JPEG, PNG or WebP picture': 'ein Bild in JPEG, PNG oder WebP',
  'is broken: it can\'t be decoded': 'die Datei ist beschädigt',
  'must be in the future': 'in der Zukunft',
  'must not be in the future': 'nicht in der Zukunft',
  'must not be more than a day ahead': 'höchstens einen Tag voraus',
  'must be after startsAt': 'nach dem Beginn',
  'must be after from': 'nach dem Anfang',
  'must not be less than minDays': 'nicht weniger als die Tage mindestens',
  'must not be below used': 'nicht weniger als schon verwendet',
  'must be at most 100 percent': 'höchstens 100 Prozent',
  'must have the column slug or name': 'braucht die Spalte slug oder name',
  'must begin with a line of column names': 'beginnt mit einer Zeile von Spaltennamen',
  'must be text in UTF-8, without control characters': 'Text in UTF-8 ohne Steuerzeichen',
  'must be the name of a public event, or the beginning of one and *': 'der Name eines Ereignisses, oder sein Anfang und *',
  'must choose one of the values of each option, and nothing else': 'wählt von jeder Option einen Wert und sonst nichts',
  'must have names and values of 1 to 60 characters, without space around': 'Namen und Werte von 1 bis 60 Zeichen, ohne Leerzeichen am Rand',
  'is what another variant chooses': 'das wählt schon eine andere Variante',
  'is another product\'s': 'gehört zu einem anderen Produkt',
  'is reserved': 'ist reserviert',
  'must not look like an id': 'darf nicht wie eine ID aussehen',
  'is there twice': 'steht zweimal da',
  'is not a line of the order': 'keine Zeile der Bestellung',
  'is not a shipment of the order': 'kein Paket der Bestellung',
  'is required in a new product': 'bei einem neuen Produkt nötig',
  'is required in a new variant': 'bei einer neuen Variante nötig',
  'is required where there is a value': 'nötig, wo ein Wert steht',
  'is required where none can be made of the name': 'nötig, weil aus dem Namen keiner wird',
  'is required without mediaId': 'fehlt',
  'is too easy to guess: it is common, or made of the email, the name or the shop\'s name': 'es ist verbreitet, oder besteht aus E-Mail, Name oder Shopname',
  'must be valid UTF-8': 'Text in UTF-8',
  'is not a field of this request': 'kein Feld dieser Anfrage',
};

const patterns: [RegExp, (...found: string[]) => string][] = [
  [/^must be between (\S+) and (\S+)$/, (least, most) => `von ${number(least)} bis ${number(most)}`],
  [/^must be at least (\S+)$/, (least) => `mindestens ${number(least)}`],
  [/^must be at most (\S+)$/, (most) => `höchstens ${number(most)}`],
  [/^must be more than (\S+)$/, (least) => `mehr als ${number(least)}`],
  [/^must (?:have|be) at least (\d+) (\w+)(?: long)?$/, (least, what) => `mindestens ${least} ${units[what] ?? what}`],
  [/^must (?:have|be) at most (\d+) (\w+)(?: long)?$/, (most, what) => `höchstens ${most} ${units[what] ?? what}`],
  [/^must be one of: (.*)$/, (values) => `eines von: ${values}`],
  [/^must not be more than the (\d+) that were ordered$/, (most) => `höchstens die ${most} bestellten`],
  [/^column (\d+) of the first line, (".*"), is not one of the columns(.*)$/, (column, name, names) => `Spalte ${column} der ersten Zeile, ${name}, ist keine der Spalten${names}`],
  [/^columns (\d+) and (\d+) of the first line are both (".*")$/, (one, other, name) => `Die Spalten ${one} und ${other} der ersten Zeile heißen beide ${name}`],
  [/^must be an amount in (\w+)$/, (currency) => `ein Betrag in ${currency}`],
  [/^must be at least (\d+): so many are reserved for orders$/, (least) => `mindestens ${least}: So viele sind für Bestellungen reserviert`],
  [/^is the SKU of line (\d+) too$/, (line) => `steht auch in Zeile ${line}`],
  [/^is left out because line (\d+), which names the product, is wrong$/, (line) => `weggelassen, weil Zeile ${line}, die das Produkt nennt, falsch ist`],
];

/** A number as German has it. */
const number = (text = '') => text.replace('.', ',');

/** The detail in German, or as it is. */
export function detailDe(detail: string): string {
  const text = texts[detail];
  if (text) return text;
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(detail);
    if (found) return say(...found.slice(1));
  }
  return detail;
}
