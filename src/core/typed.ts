export type Typed<T> =
  | { readonly status: "empty" }
  | { readonly status: "read"; readonly value: T }
  | { readonly status: "unreadable" };

/** Parses a whole number as people type it: `50000`, `50,000`, `50.000`, `50 000` or `５００００`. */
export function typedNumber(text: string | undefined): Typed<number> {
  const typed = (text ?? "").normalize("NFKC").trim();
  if (typed === "") return { status: "empty" };
  const isNumber = /^\d{1,12}$/u.test(typed) || /^\d{1,3}(?:[,.'’_\s]\d{3}){1,3}$/u.test(typed);
  return isNumber
    ? { status: "read", value: Number(typed.replaceAll(/\D/gu, "")) }
    : { status: "unreadable" };
}

export function typedZone(text: string | undefined): Typed<string> {
  const typed = (text ?? "").trim();
  if (typed === "") return { status: "empty" };
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: typed }).resolvedOptions();
    return { status: "read", value: timeZone };
  } catch {
    return { status: "unreadable" };
  }
}
