import type { Fields } from "../json.ts";

/** Something that Slack sends to the bot. `name` is what the log and the faults call it. */
export type Outgoing = {
  readonly kind: "event" | "interactive" | "command";
  readonly name: string;
  readonly payload: Fields;
};

export type Attempt = { readonly number: number; readonly reason: string | undefined };

/** How a delivery ended: what the bot answered, or in Slack's words why there is no answer. */
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
