/** A reader's clock and place, for Slack's `<!date^…>`. */
export type Reader = {
  /** ms since 1970 */
  readonly now: number;
  readonly timeZone: string;
  readonly locale: string;
};

/** `<!date^seconds^format^link|fallback>` as Slack shows it, with the tokens that Galley uses. */
export function drawnDate(seconds: number, format: string, reader: Reader): string {
  return format.replaceAll(/\{(\w+)\}/g, (token, name: string) => {
    const draw = tokens[name];
    return draw === undefined ? token : draw(seconds * 1000, reader);
  });
}

type Draw = (at: number, reader: Reader) => string;

/** A format takes longer to make than to use, so each is kept. */
const inZone = (options: Intl.DateTimeFormatOptions): Draw => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at, { timeZone, locale }) => {
    const reader = `${locale} ${timeZone}`;
    const format = formats.get(reader) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    formats.set(reader, format);
    return format.format(at);
  };
};

const numeric = inZone({ year: "numeric", month: "2-digit", day: "2-digit" });
const short = inZone({ year: "numeric", month: "short", day: "numeric" });

const tokens: Readonly<Record<string, Draw>> = {
  date_short: short,
  /** Yesterday, today and tomorrow have words of their own. */
  date_short_pretty: (at, reader) => {
    const day = (shift: number) => numeric(reader.now + shift * 86_400_000, reader);
    const near = [-1, 0, 1].find((shift) => day(shift) === numeric(at, reader));
    return near === undefined
      ? short(at, reader)
      : new Intl.RelativeTimeFormat(reader.locale, { numeric: "auto" }).format(near, "day");
  },
  time: inZone({ hour: "numeric", minute: "2-digit" }),
};

export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
