import * as fc from "fast-check";

import { aTask as aReply, envelope } from "../../partner/a-partner.ts";

/** Dangerous pieces of text. The bot itself writes none of them between angle brackets. */
const tricks = [
  "<!channel>",
  "<@U_1>",
  "<https://x|y>",
  "&",
  "`*_~",
  "\u202E",
  "\0",
  "\uD800",
  "\r\n",
  "__proto__",
  "constructor",
  "../",
  "😀",
];

/** Text that an attacker might write. */
export const nasty = fc
  .array(fc.oneof(fc.constantFrom(...tricks), fc.string({ unit: "binary" })), { maxLength: 12 })
  .map((parts) => parts.join(""));

export const anything = fc.oneof(
  fc.jsonValue(),
  nasty,
  fc.constantFrom({}, [], null, -1, 1e300, ""),
);

/** Generates the right value twelve times out of thirteen. */
function mostly<T>(right: T) {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: anything },
  );
}

/** The options of a card's and of a result's menu. */
const menuValue = fc
  .tuple(fc.constantFrom("chapters", "glossary", "details", "receipt", "report"), nasty)
  .map(([item, rest]) => `${item}:${rest}`);

const clicked = fc.record({
  action_id: fc.constantFrom(
    "quote.approve",
    "quote.decline",
    "quote.more",
    "quote.target_lang",
    "quote.constructor",
    "task.fresh_link",
    "task.more",
    "task.take_back",
    "settle.task_id",
    "settle.send_again",
  ),
  block_id: fc.oneof(fc.constant("offer.tag.language.q"), nasty),
  value: fc.oneof(fc.constant("q/k"), nasty, anything),
  selected_option: fc.oneof(fc.record({ value: fc.oneof(menuValue, nasty) }), anything),
});

const form = fc.record({
  id: mostly("V1"),
  callback_id: fc.constantFrom(
    "request_translation",
    "settle_task_id",
    "quote.chapters",
    "quote.language",
    "quote.note",
    "quote.decline",
  ),
  private_metadata: fc.constantFrom(
    '{"channel":"C1"}',
    '{"quoteId":"q","channel":"C1"}',
    "q/k/C1",
    "{",
    '{"__proto__":{"a":1}}',
  ),
  state: fc.record({
    values: fc.oneof(
      fc.dictionary(fc.constantFrom("settle.task_id", "__proto__", "file"), anything),
      fc.record({
        "settle.task_id": fc.record({ "settle.task_id": fc.record({ value: nasty }) }),
      }),
      anything,
    ),
  }),
});

const happened = fc.record({
  type: fc.constantFrom("message", "app_mention", "app_home_opened"),
  subtype: fc.option(fc.constantFrom("file_share", "message_changed"), { nil: undefined }),
  channel: mostly("C1"),
  channel_type: fc.constantFrom("im", "channel"),
  user: mostly("U1"),
  ts: mostly("1795176000.000100"),
  files: fc.oneof(fc.array(fc.record({ id: nasty, name: nasty }), { maxLength: 2 }), anything),
  tab: fc.constant("home"),
});

const common = {
  team_id: mostly("T1"),
  team: mostly({ id: "T1" }),
  user: mostly({ id: "U0ANA", team_id: "T1" }),
  channel: mostly({ id: "C1" }),
  message: mostly({ ts: "1.1", files: [{ id: "F1", name: "<!here>" }] }),
  message_ts: mostly("1795176000.000100"),
  trigger_id: mostly("1.2.3"),
  more: anything,
};

const interactions = fc.oneof(
  fc.record({
    ...common,
    type: fc.constant("block_actions"),
    actions: fc.oneof(
      { weight: 9, arbitrary: fc.tuple(clicked) },
      { weight: 1, arbitrary: anything },
    ),
  }),
  fc.record({ ...common, type: fc.constantFrom("view_submission", "view_closed"), view: form }),
  fc.record({
    ...common,
    type: fc.constant("message_action"),
    callback_id: fc.constant("translate_manuscript"),
    response_url: mostly("http://127.0.0.1:9/"),
  }),
  anything,
);

/** Deliveries from Slack that are valid in most of their parts. */
export const deliveries = fc.oneof(
  fc
    .record({ ...common, type: fc.constant("event_callback"), event: happened })
    .map((body) => ({ kind: "event", body }) as const),
  interactions.map((body) => ({ kind: "interaction", body }) as const),
);

const fields = fc.dictionary(
  fc.constantFrom(
    "task_id",
    "status",
    "action",
    "terms",
    "download_files",
    "progress",
    "credits_charged",
    "download_url",
    "balance_credits",
    "rate_limit_per_minute",
    "api_key_prefix",
    "__proto__",
  ),
  anything,
);

/** Answers of the partner; some are nearly valid. */
export const replies = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 404, 500),
  body: fc.oneof(
    fields.map((changed) => JSON.stringify(envelope({ ...aReply(), ...changed }))),
    fields.map((changed) => JSON.stringify({ success: true, data: changed }).slice(0, -3)),
    fc.json(),
    nasty,
  ),
});
