import type { Fields } from "#sandbox/slack/json.ts";

/**
 * Payloads as Slack really sends them: their fields, and which of these may be null. Every value is
 * made up. Sources: Slack's reference, the samples and types of its own SDKs, and reports of
 * payloads that differ.
 */
export type Ids = {
  readonly team: string;
  readonly app: string;
  readonly bot: string;
  readonly channel: string;
  readonly person: string;
  /** The timestamp of the message. */
  readonly ts: string;
  /** The id of the file in the message. */
  readonly file: string;
  /** The id of the event, different for each. */
  readonly event: string;
};

/**
 * The outcome of a payload. Nobody waits for an answer to one "left alone"; a "noted" one is logged
 * by its shape.
 */
export type Outcome = "quoted" | "refused" | "answered" | "left alone" | "noted";

export type Shape = readonly [what: string, outcome: Outcome, payload: (ids: Ids) => Fields];

export const home = "T0HOME";
export const enterprise = "E0HOUSE";
/** Part of each message. No line of the log may hold it. */
export const secretWords = "Nobody but us may read this";

const authorization = ({ team, bot }: Ids) => ({
  enterprise_id: null,
  team_id: team,
  user_id: bot,
  is_bot: true,
  is_enterprise_install: false,
});

const envelope = (ids: Ids, event: unknown, more: Fields = {}): Fields => ({
  token: "verification",
  team_id: ids.team,
  context_team_id: ids.team,
  context_enterprise_id: null,
  api_app_id: ids.app,
  event,
  type: "event_callback",
  event_id: ids.event,
  event_time: 1795176000,
  authorizations: [authorization(ids)],
  is_ext_shared_channel: false,
  event_context: "4-made-up",
  ...more,
});

const message = (ids: Ids, more: Fields = {}): Fields => ({
  type: "message",
  channel: ids.channel,
  channel_type: "channel",
  user: ids.person,
  text: secretWords,
  ts: ids.ts,
  event_ts: ids.ts,
  ...more,
});

const withFile = (ids: Ids, more: Fields = {}): Fields =>
  message(ids, {
    subtype: "file_share",
    upload: false,
    files: [
      { id: ids.file, name: "harbour.txt", title: "harbour", mode: "hosted", user_team: home },
    ],
    ...more,
  });

const stub = (id: string, fields: Fields): Fields => ({ id, created: 1795176000, ...fields });

/** Messages of people, as they come from workspaces of every kind. */
const posts: readonly Shape[] = [
  ["a file in an ordinary workspace", "quoted", (ids) => envelope(ids, withFile(ids))],
  [
    "a file on Enterprise Grid",
    "quoted",
    (ids) =>
      envelope(
        ids,
        withFile(ids, {
          team: home,
          user_team: home,
          source_team: home,
          user_profile: { team: home },
        }),
        {
          enterprise_id: enterprise,
          context_enterprise_id: enterprise,
          authorizations: [{ ...authorization(ids), enterprise_id: enterprise }],
        },
      ),
  ],
  [
    "a file in the name of an org-wide install",
    "quoted",
    (ids) =>
      envelope(ids, withFile(ids), {
        team_id: null,
        enterprise_id: enterprise,
        authorizations: [
          {
            ...authorization(ids),
            enterprise_id: enterprise,
            team_id: null,
            is_enterprise_install: true,
          },
        ],
      }),
  ],
  [
    "a file in Slack Connect, of which Slack tells nothing but its id",
    "quoted",
    (ids) =>
      envelope(
        ids,
        withFile(ids, {
          user_team: "T0OTHER",
          source_team: "T0OTHER",
          files: [stub(ids.file, { mode: "file_access", file_access: "check_file_info" })],
        }),
        { team_id: "T0OTHER", is_ext_shared_channel: true },
      ),
  ],
  [
    "a file of an app of before the authorizations",
    "quoted",
    (ids) =>
      envelope(ids, withFile(ids), {
        authorizations: undefined,
        authed_users: [ids.bot],
        authed_teams: [ids.team],
      }),
  ],
  [
    "a file in an envelope that names no workspace",
    "quoted",
    (ids) => envelope(ids, withFile(ids), { team_id: null, authorizations: [] }),
  ],
  [
    "a file with null wherever nothing is",
    "quoted",
    (ids) =>
      envelope(
        ids,
        withFile(ids, {
          bot_id: null,
          bot_profile: null,
          thread_ts: null,
          text: null,
          blocks: null,
          files: [{ id: ids.file, name: null, title: null }],
        }),
        { enterprise_id: null, authed_users: null },
      ),
  ],
  [
    "a file beside one that has no id",
    "quoted",
    (ids) => envelope(ids, withFile(ids, { files: [{ id: null }, { id: ids.file }] })),
  ],
  [
    "a file that was deleted meanwhile",
    "refused",
    (ids) => envelope(ids, withFile(ids, { files: [stub("F0DELETED", { mode: "tombstone" })] })),
  ],
  [
    "a file beyond the limit of a free plan",
    "refused",
    (ids) =>
      envelope(ids, withFile(ids, { files: [stub("F0HIDDEN", { mode: "hidden_by_limit" })] })),
  ],
  [
    "a mention without a channel type",
    "answered",
    (ids) =>
      envelope(ids, message(ids, { type: "app_mention", channel_type: undefined, bot_id: null })),
  ],
  [
    "what somebody says of themselves, in a direct message",
    "answered",
    (ids) => envelope(ids, message(ids, { subtype: "me_message", channel_type: "im" })),
  ],
];

/** Messages from Slack or a bot: subtypes by Slack's reference and by clients that received them. */
const subtypes: readonly Shape[] = [
  ...[
    "assistant_app_thread",
    "bot_add",
    "bot_disable",
    "bot_enable",
    "bot_remove",
    "channel_archive",
    "channel_canvas_updated",
    "channel_convert_to_private",
    "channel_convert_to_public",
    "channel_join",
    "channel_leave",
    "channel_name",
    "channel_posting_permissions",
    "channel_purpose",
    "channel_topic",
    "channel_unarchive",
    "document_mention",
    "ekm_access_denied",
    "group_archive",
    "group_join",
    "group_leave",
    "group_name",
    "group_purpose",
    "group_topic",
    "group_unarchive",
    "huddle_thread",
    "joiner_notification",
    "pinned_item",
    "reminder_add",
    "reply_broadcast",
    "sh_room_created",
    "slackbot_response",
    "tabbed_canvas_updated",
    "tombstone",
    "unpinned_item",
  ].map((subtype): Shape => [
    `a message of the kind ${subtype}`,
    "left alone",
    (ids) => envelope(ids, message(ids, { subtype })),
  ]),
  [
    "a message of a bot",
    "left alone",
    (ids) =>
      envelope(
        ids,
        withFile(ids, {
          subtype: "bot_message",
          bot_id: "B0OTHER",
          user: undefined,
          username: "b",
        }),
      ),
  ],
  [
    "a message of a bot that names its user",
    "left alone",
    (ids) => envelope(ids, withFile(ids, { bot_id: "B0OTHER", app_id: "A0OTHER" })),
  ],
  ...["message_changed", "message_deleted", "message_replied"].map((subtype): Shape => [
    `a message of the kind ${subtype}`,
    "left alone",
    (ids) =>
      envelope(
        ids,
        message(ids, {
          subtype,
          hidden: true,
          user: undefined,
          text: undefined,
          message: withFile(ids),
          previous_message: withFile(ids),
        }),
      ),
  ]),
];

/** Payloads that Galley cannot read. Somebody may wait for an answer, so each is logged for the operator. */
const unread: readonly Shape[] = [
  [
    "a file in a message of a kind that nobody knows yet",
    "noted",
    (ids) => envelope(ids, withFile(ids, { subtype: "file_brought" })),
  ],
  [
    "a file in a conversation that is not named",
    "noted",
    (ids) => envelope(ids, withFile(ids, { channel: undefined })),
  ],
  ["a message of nobody", "noted", (ids) => envelope(ids, message(ids, { user: null }))],
  [
    "files that are no list",
    "noted",
    (ids) => envelope(ids, withFile(ids, { files: { [ids.file]: null } })),
  ],
  [
    "the Home tab without its conversation",
    "noted",
    (ids) => envelope(ids, { type: "app_home_opened", user: ids.person, tab: "home", view: null }),
  ],
  [
    "a deleted file without an id",
    "noted",
    (ids) => envelope(ids, { type: "file_deleted", event_ts: ids.ts, channel_ids: [] }),
  ],
  [
    "a changed person without an id",
    "noted",
    (ids) => envelope(ids, { type: "user_change", user: { name: "kim" }, event_ts: ids.ts }),
  ],
  [
    "an event that nobody asked for",
    "noted",
    (ids) => envelope(ids, { type: "member_joined_channel", user: ids.person, team: ids.team }),
  ],
  ["an event that is none", "noted", (ids) => envelope(ids, null)],
  [
    "word of too many events",
    "noted",
    ({ team, app }) => ({
      token: "verification",
      type: "app_rate_limited",
      team_id: team,
      minute_rate_limited: 1795176000,
      api_app_id: app,
    }),
  ],
];

/** Events without a conversation or a workspace. */
const others: readonly Shape[] = [
  [
    "the messages tab of the app",
    "left alone",
    (ids) =>
      envelope(ids, { type: "app_home_opened", user: ids.person, channel: "D0", tab: "messages" }),
  ],
  [
    "a deleted file that nobody handed in",
    "left alone",
    (ids) =>
      envelope(
        ids,
        { type: "file_deleted", file_id: "F0OTHER", event_ts: ids.ts },
        { team_id: null },
      ),
  ],
  [
    "a changed person whom nobody has looked up",
    "left alone",
    (ids) => envelope(ids, { type: "user_change", user: { id: "U0OTHER" }, event_ts: ids.ts }),
  ],
  [
    "revoked tokens of people",
    "left alone",
    (ids) =>
      envelope(
        ids,
        { type: "tokens_revoked", tokens: { oauth: [ids.person], bot: null } },
        {
          authorizations: null,
        },
      ),
  ],
];

export const events: readonly Shape[] = [...posts, ...subtypes, ...others, ...unread];
