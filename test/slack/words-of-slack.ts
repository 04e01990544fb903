import { SlackRefusedError } from "#domain/errors.ts";
import {
  createRefusals,
  isAboutDrawing,
  isNobody,
  meaningOf,
  methods,
  unclearCodes,
} from "#slack/answers.ts";

/** Every word of Slack's reference for the calls of Galley, and those seen in the wild. */
export const reference = `
  access_denied accesslimited account_inactive already_reacted bad_timestamp
  cannot_reply_to_message cant_update_message channel_not_found deprecated_endpoint
  edit_window_closed ekm_access_denied enterprise_is_restricted fatal_error
  fetch_members_failed file_comment_not_found file_deleted file_not_found hash_conflict
  internal_error invalid_arg_name invalid_array_arg invalid_auth invalid_blocks
  invalid_charset invalid_cursor invalid_form_data invalid_json invalid_limit
  invalid_metadata_format invalid_name invalid_post_type invalid_ts_latest
  invalid_ts_oldest invalid_types invalid_user_combination is_archived is_inactive
  json_not_object message_limit_exceeded message_not_found messages_tab_disabled
  metadata_too_large method_not_supported_for_channel_type missing_charset
  missing_post_type missing_scope msg_blocks_too_long msg_too_long no_item_specified
  no_permission no_reaction no_such_subteam no_text not_allowed_token_type not_authed
  not_enough_users not_in_channel not_visible org_login_required plan_upgrade_required
  push_limit_reached rate_limited ratelimited request_timeout restricted_action
  restricted_action_non_threadable_channel restricted_action_read_only_channel
  restricted_action_thread_locked restricted_action_thread_only_channel service_unavailable
  slack_connect_file_upload_sharing_blocked storage_limit_reached subteam_disabled
  superfluous_charset team_access_not_granted team_added_to_org team_unavailable
  thread_not_found timezone_count_failed token_expired token_revoked too_many_attachments
  too_many_contact_cards too_many_emoji too_many_reactions too_many_users trigger_expired
  upgrade_require upgrade_required user_disabled user_is_bot user_is_restricted
  user_not_found user_not_in_channel user_not_visible users_list_not_supplied
  view_too_large
`
  .trim()
  .split(/\s+/u)
  .filter((word) => !isWait(word) && !unclearCodes.has(word));

/** A wait that Slack names is no refusal: see `slackCall`. */
export function isWait(word: string): boolean {
  return /^rate_?limited$/u.test(word);
}

/** Words that a journey plays on the running app: one of each behaviour. */
export const playedWords = [
  "message_not_found",
  "file_not_found",
  "user_not_found",
  "user_disabled",
  "is_archived",
  "message_limit_exceeded",
  "missing_scope",
  "access_denied",
  "invalid_blocks",
  "block_mismatch",
  "a_word_that_nobody_has_seen",
];

const { isClosed, isGoneMessage } = createRefusals({ tick: () => 0, unheard: () => undefined });

/** Returns all that the source asks of a word: two words that agree in it are treated alike. */
export function behaviourOf(code: string): string {
  const refusal = new SlackRefusedError(code);
  const meanings = methods.map((method) => meaningOf({ code, method }));
  const kinds = [isClosed, isGoneMessage, isNobody, isAboutDrawing].map((is) => is(refusal));
  return [...meanings, ...kinds].join(" ");
}
