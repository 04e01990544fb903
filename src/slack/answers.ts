import type { SlackRefusedError } from "#domain/errors.ts";

/**
 * What a refusal of Slack's means, and what Galley does at once, after an hour and after a day.
 *
 * - `gone`: the file, message, channel or person is no more. At once: it is posted again, or left.
 * - `not-here`: this place cannot take it. At once: the requester hears directly.
 * - `not-now`: repeated for twenty minutes, then as `not-here`.
 * - `ours`: a scope, the token or a message that is wrong. The operator reads it at once on `/readyz`
 *   and in a metric; after twenty minutes as `not-here`.
 * - `unknown`: repeated a few times, then as `not-here`.
 *
 * If the requester cannot be written to either, the admins hear, and `/readyz` says it. A day later
 * nothing is repeated any more; the result stays on Home.
 */
export type Meaning = "gone" | "not-here" | "not-now" | "ours" | "unknown";

const words: Readonly<Record<Exclude<Meaning, "unknown">, string>> = {
  gone: `already_reacted cant_update_message edit_window_closed exchanged_trigger_id expired_trigger_id
    file_comment_not_found file_deleted file_not_found file_update_failed hash_conflict invalid_name
    message_not_found no_item_specified no_reaction no_such_subteam not_found plan_upgrade_required
    posting_to_unfurled_message push_limit_reached streaming_state_conflict subteam_disabled
    subteam_not_found too_many_emoji too_many_reactions trigger_exchanged trigger_expired
    user_disabled user_not_found user_not_visible users_not_found view_not_found`,
  "not-here": `as_user_not_supported cannot_dm_bot cannot_reply_to_message channel_is_limited_access
    channel_not_found channel_type_not_supported external_channel_not_supported
    invalid_channel is_archived is_inactive messages_tab_disabled
    method_not_supported_for_channel_type no_dual_broadcast_content_update
    not_enough_users not_in_channel not_visible posting_to_general_channel_denied
    restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel
    restricted_action_thread_locked restricted_action_thread_only_channel
    slack_connect_blocked_file_type slack_connect_canvas_sharing_blocked
    slack_connect_clip_sharing_blocked slack_connect_file_link_sharing_blocked
    slack_connect_file_upload_sharing_blocked slack_connect_lists_sharing_blocked
    thread_locked thread_not_found too_many_users user_is_bot user_is_restricted
    user_not_in_channel`,
  "not-now": `accesslimited ekm_access_denied external_channel_migrating fetch_members_failed
    file_upload_size_restricted message_limit_exceeded org_login_required
    read_only_workspace_temporarily_unavailable storage_limit_reached team_added_to_org
    timezone_count_failed upgrade_require upgrade_required`,
  ours: `access_denied account_inactive app_not_eligible attachment_payload_limit_exceeded
    bad_timestamp block_mismatch cannot_auth_user cannot_find_channel cannot_find_service
    deprecated_endpoint duplicate_channel_not_found duplicate_message_not_found
    enterprise_is_restricted forbidden_team internal_app_only invalid_app invalid_arg_name
    invalid_arguments invalid_array_arg invalid_attachments invalid_auth invalid_blocks
    invalid_blocks_format invalid_charset invalid_cursor invalid_external_id invalid_form_data
    invalid_json invalid_limit invalid_metadata_filter_keys invalid_metadata_format
    invalid_metadata_schema invalid_post_type invalid_team_id invalid_timestamp invalid_ts_latest
    invalid_ts_oldest invalid_types invalid_user_combination json_not_object
    length_required malformed_arguments markdown_text_conflict metadata_must_be_sent_from_app
    metadata_too_large method_deprecated missing_argument missing_charset missing_file_data
    missing_post_type missing_scope msg_blocks_too_long msg_too_long must_be_admin no_permission
    no_text not_allowed_token_type not_a_bot_token not_authed not_authorized org_wide_install
    only_one_table_allowed parent_message_not_found snippet_too_large superfluous_charset
    team_access_not_granted team_not_found token_expired token_revoked too_many_attachments
    too_many_contact_cards two_factor_setup_required unknown_method unknown_snippet_type
    users_list_not_supplied view_too_large`,
};

/** Words that mean something else as the answer to one call. */
const exceptions: Readonly<Partial<Record<string, Readonly<Record<string, Meaning>>>>> = {
  // A message cannot be repaired there, but the place takes others.
  "chat.update": { block_mismatch: "gone", is_inactive: "not-here" },
  // Slack may say so of a file that it has not processed yet: see `findFile`.
  "files.info": { access_denied: "not-here" },
  "usergroups.users.list": { access_denied: "gone", no_permission: "ours" },
};

/** Every call that Galley makes. A test compares the list with the source. */
export const methods = [
  "apps.connections.open",
  "auth.test",
  "bots.info",
  "chat.getPermalink",
  "chat.postEphemeral",
  "chat.postMessage",
  "chat.update",
  "conversations.history",
  "conversations.info",
  "conversations.members",
  "conversations.open",
  "conversations.replies",
  "files.completeUploadExternal",
  "files.getUploadURLExternal",
  "files.info",
  "reactions.add",
  "reactions.remove",
  "usergroups.users.list",
  "users.conversations",
  "users.info",
  "views.open",
  "views.publish",
  "views.update",
] as const;

const meanings = new Map(
  Object.entries(words).flatMap(([meaning, list]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
    list.split(/\s+/u).map((word) => [word, meaning as Meaning] as const),
  ),
);

export function meaningOf({ code, method = "" }: Refusal): Meaning {
  return exceptions[method]?.[code] ?? meanings.get(code) ?? "unknown";
}

type Refusal = Pick<SlackRefusedError, "code"> & { readonly method?: string | undefined };

/** Slack's codes for its own failures: it is unknown whether the call was carried out. */
export const unclearCodes = new Set([
  "fatal_error",
  "internal_error",
  "request_timeout",
  "service_unavailable",
  "team_unavailable",
]);

/** True when Slack refuses how a message is drawn: its bare text may pass. */
export function isAboutDrawing({ code }: Refusal): boolean {
  return /blocks|block_|metadata|attachments|msg_too_long|table/u.test(code);
}

/** True for an id of nobody, or of nobody whom Galley can see. */
export function isNobody({ code }: Refusal): boolean {
  return nobody.has(code);
}

const nobody = new Set(["user_not_found", "user_not_visible", "users_not_found"]);

/** True for a place that cannot take the post (any more), or a person who cannot be written to. */
function isClosed(refusal: Refusal): boolean {
  return meaningOf(refusal) === "not-here" || isNobody(refusal) || refusal.code === "user_disabled";
}

/** True for a message that can be posted again. */
function isGoneMessage({ code }: Refusal): boolean {
  return goneMessage.has(code);
}

const goneMessage = new Set([
  "message_not_found",
  "cant_update_message",
  "edit_window_closed",
  "block_mismatch",
]);

type RefusalDeps = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Receives why nobody could be told of something. */
  readonly unheard: (code: string) => void;
};

/**
 * Decides when a refusal is final. It counts by what is refused, for this process: after a restart
 * the hour begins again.
 */
export function createRefusals({ tick, unheard }: RefusalDeps) {
  const entries = new Map<string, { readonly since: number; tries: number }>();
  return {
    unheard,
    isClosed,
    isGoneMessage,
    isFinal: (what: string, refusal: Refusal): boolean => {
      const meaning = meaningOf(refusal);
      if (meaning === "gone" || meaning === "not-here") return true;
      for (const [old, { since }] of entries) if (tick() - since > keptMs) entries.delete(old);
      const name = `${what} ${meaning === "unknown" ? meaning : refusal.code}`;
      const one = entries.get(name) ?? { since: tick(), tries: 0 };
      entries.set(name, one);
      one.tries += 1;
      const isOver =
        tick() - one.since >= timeoutMs || (meaning === "unknown" && one.tries >= fewTries);
      if (isOver) entries.delete(name);
      return isOver;
    },
  };
}

/** With the worker's pauses a quarter of a minute. */
const fewTries = 5;
/**
 * Somebody hears within the hour: the conversation, the requester and the admins have this long each.
 */
const timeoutMs = 1_200_000;
const keptMs = 2 * timeoutMs;

/** Keeps what the operator has to read on `/readyz` until it is repaired. */
export function createRefusalNotes({ tick }: { readonly tick: () => number }) {
  const calls = new Map<string, { readonly method: string; readonly at: number }>();
  const groups = new Map<string, string>();
  const unheard = new Map<string, number>();
  /** When each call worked last. */
  const worked = new Map<string, number>();
  return {
    /** One message may be refused while the call works for others: so its line stays an hour at least. */
    answered: ({ method, code }: Answer): void => {
      if (code === undefined) return void worked.set(method, tick());
      const meaning = meaningOf({ method, code });
      if (meaning !== "ours" && meaning !== "unknown") return;
      calls.set(`Slack refuses ${method} (${code}).`, { method, at: tick() });
    },
    /** `code`: Slack's refusal of the user group; undefined if Slack listed its members. */
    group: (group: string, code: string | undefined): void => {
      if (code === undefined) return void groups.delete(group);
      groups.set(group, `The user group ${group} counts as empty: Slack refuses it (${code}).`);
    },
    /** Something that was paid for reached nobody. */
    unheard: (code: string): void => {
      unheard.set(`Slack takes no message about a paid translation (${code}): see Home.`, tick());
    },
    lines: (): readonly string[] => {
      const now = tick();
      for (const [line, { method, at }] of calls) {
        if (now - at > notedMs && (worked.get(method) ?? 0) > at) calls.delete(line);
      }
      for (const [line, at] of unheard) if (now - at > unheardMs) unheard.delete(line);
      return [...calls.keys(), ...groups.values(), ...unheard.keys()];
    },
  };
}

/** What Slack answered to a call. `code`: its refusal; undefined if the call worked. */
export type Answer = { readonly method: string; readonly code: string | undefined };

const notedMs = 3_600_000;
/** No call shows that somebody has read of it: a week is long enough for a person to look. */
const unheardMs = 7 * 24 * 3_600_000;
