/** Parses a whole number as people type it: `50000`, `50,000`, `50.000`, `50 000` or `５００００`. */
export function typedNumber(text: string): number | undefined {
  const digits = text.normalize("NFKC").trim();
  const isNumber = /^\d{1,12}$/u.test(digits) || /^\d{1,3}(?:[,.'’_\s]\d{3}){1,3}$/u.test(digits);
  return isNumber ? Number(digits.replaceAll(/\D/gu, "")) : undefined;
}

/** Returns a time zone's IANA name, which may be typed in any case. */
export function typedZone(text: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: text.trim() });
    return zone.resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
