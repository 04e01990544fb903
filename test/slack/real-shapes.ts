/**
 * What Slack really sends, written down as field names and what may be null. Ids are made up; where a shape
 * is known from is said beside it.
 */
const user = { id: "U0ANA", username: "ana", name: "ana", team_id: "T0HOME" };
const actions = [{ type: "button", action_id: "quote.ask_again", block_id: "b1", value: "q1" }];
const channel = { id: "C0BOOKS", name: "books" };
const message = { type: "message", ts: "2.2", thread_ts: "1.1", user: "U0BOT", bot_id: "B1" };

export const clicks = {
  /** Enterprise Grid: the clicker's home is another workspace. */
  grid: {
    type: "block_actions",
    team: { id: "T1", domain: "books", enterprise_id: "E1", enterprise_name: "House" },
    enterprise: { id: "E1", name: "House" },
    is_enterprise_install: false,
    user,
    channel,
    message,
    actions,
  },
  /** An org-wide install: java-slack-sdk, BlockActionRequestTest. */
  orgWide: {
    type: "block_actions",
    team: null,
    enterprise: { id: "E1", name: "House" },
    is_enterprise_install: true,
    user: { id: "U0ANA", team_id: "T0HOME" },
    channel,
    message,
    actions,
  },
  /** On a message that only they see there is no `message`. */
  ephemeral: {
    type: "block_actions",
    team: { id: "T1", domain: "books" },
    enterprise: null,
    user,
    channel,
    container: {
      type: "message",
      message_ts: "2.2",
      channel_id: "C0BOOKS",
      is_ephemeral: true,
    },
    actions,
  },
  /** In a view there is no conversation. */
  inView: {
    type: "block_actions",
    team: { id: "T1", domain: "books" },
    user,
    container: { type: "view", view_id: "V1" },
    view: { id: "V1", type: "home" },
    actions,
  },
} as const;

const file = { id: "F1", created: 1795176000, timestamp: 1795176000, name: null, title: null };
const envelope = { type: "event_callback", event_id: "Ev1", authorizations: [] } as const;
const event = {
  type: "message",
  subtype: "file_share",
  channel: "C0BOOKS",
  channel_type: "channel",
  user: "U0ROBIN",
  ts: "1.1",
  text: "",
} as const;

export const messages = {
  /** Slack Connect: a file is a stub, the envelope is the other workspace's. */
  connect: {
    ...envelope,
    team_id: "T0OTHER",
    context_team_id: "T1",
    is_ext_shared_channel: true,
    event: {
      ...event,
      user_team: "T0OTHER",
      source_team: "T0OTHER",
      files: [{ id: "F1", mode: "file_access", file_access: "check_file_info" }],
    },
  },
  /** `display_as_bot: false`: slack-api-specs, objs_message. */
  noBot: { ...envelope, team_id: "T1", event: { ...event, bot_id: null, files: [file] } },
  /** Too old for a free plan. */
  hidden: {
    ...envelope,
    team_id: null,
    event: { ...event, thread_ts: null, files: [{ id: "F1", mode: "hidden_by_limit" }] },
  },
} as const;
