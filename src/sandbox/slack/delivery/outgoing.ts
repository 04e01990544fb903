import type { Fields } from "../json.ts";

/** A delivery from Slack to the bot. `name` is its name in the log and in the faults. */
export type Outgoing = {
  readonly kind: "event" | "interactive" | "command";
  readonly name: string;
  readonly payload: Fields;
};

export type Attempt = { readonly number: number; readonly reason: string | undefined };

/** The end of a delivery: the bot's answer, or in Slack's words the reason why there is none. */
export type Receipt =
  | { readonly status: "acknowledged"; readonly body: unknown }
  | {
      readonly status: "failed";
      readonly reason: "http_timeout" | "connection_failed" | "http_error";
      readonly httpStatus: number | undefined;
      /** The bot asked for no further try (`x-slack-no-retry: 1`). */
      readonly isFinal: boolean;
    };

export const failure = (
  reason: "http_timeout" | "connection_failed" | "http_error",
  httpStatus?: number,
): Receipt => ({ status: "failed", reason, httpStatus, isFinal: false });
