/** What a reader's clock and place are, for Slack's `<!date^…>`. */
export type Reader = {
  /** ms since 1970 */
  readonly now: number;
  readonly timeZone: string;
  readonly locale: string;
};

/** `<!date^seconds^format^link|fallback>` as Slack shows it to this reader. */
export function drawnDate(seconds: number, format: string, reader: Reader): string {
  return format.replaceAll(/\{(\w+)\}/g, (token, name: string) => {
    const draw = tokens[name];
    return draw === undefined ? token : draw(seconds * 1000, reader);
  });
}

type Draw = (at: number, reader: Reader) => string;

const inZone =
  (options: Intl.DateTimeFormatOptions): Draw =>
  (at, { timeZone, locale }) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);

const numeric = inZone({ year: "numeric", month: "2-digit", day: "2-digit" });
const plain = inZone({ year: "numeric", month: "long", day: "numeric" });
const short = inZone({ year: "numeric", month: "short", day: "numeric" });
const long = inZone({ weekday: "long", year: "numeric", month: "long", day: "numeric" });

/** Yesterday, today and tomorrow have words of their own. */
const pretty =
  (otherwise: Draw): Draw =>
  (at, reader) => {
    const day = (shift: number) => numeric(reader.now + shift * 86_400_000, reader);
    const near = [-1, 0, 1].find((shift) => day(shift) === numeric(at, reader));
    return near === undefined
      ? otherwise(at, reader)
      : new Intl.RelativeTimeFormat(reader.locale, { numeric: "auto" }).format(near, "day");
  };

const tokens: Readonly<Record<string, Draw>> = {
  date_num: numeric,
  date: plain,
  date_short: short,
  date_long: long,
  date_pretty: pretty(plain),
  date_short_pretty: pretty(short),
  date_long_pretty: pretty(long),
  time: inZone({ hour: "numeric", minute: "2-digit" }),
  time_secs: inZone({ hour: "numeric", minute: "2-digit", second: "2-digit" }),
  ago: (at, { now, locale }) => {
    const minutes = Math.round((at - now) / 60_000);
    const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    return Math.abs(minutes) < 60
      ? words.format(minutes, "minute")
      : words.format(Math.round(minutes / 60), "hour");
  },
};
