/** Recognizes time zones, language tags and currencies that the runtime knows. */

/** Returns whether this is an IANA timezone that the runtime knows. Offsets such as `+01:00` are not timezones. */
export const isTimezone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

export const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);
