const browsers: [RegExp, string][] = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X/, 'Mac'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
];

const match = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A device by its browser and system, "Chrome · Linux". A program keeps the name that it gave. */
export function deviceName(userAgent: string): string {
  const browser = match(browsers, userAgent);
  if (!browser) return userAgent || '–';
  return [browser, match(systems, userAgent)].filter(Boolean).join(' · ');
}
