import { LogLevel, type Logger } from "@slack/bolt";

type Sink = Readonly<
  Record<"debug" | "info" | "warn" | "error", (fields: object, message: string) => void>
>;

/** Bolt's and the SDK's own words in our log. Their debug lines hold request bodies, so they stay away. */
export function createBoltLog(sink: Sink): Logger {
  const write =
    (level: keyof Sink) =>
    (...parts: unknown[]): void => {
      const err = parts.find((part) => part instanceof Error);
      const words = parts.filter((part) => part !== err).map(String);
      sink[level](err === undefined ? {} : { err }, words.join(" "));
    };
  return {
    debug: () => {},
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
