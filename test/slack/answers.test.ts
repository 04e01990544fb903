import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { SlackRefusedError } from "#domain/errors.ts";
import { createRefusals, meaningOf, methods, unclearCodes } from "#slack/answers.ts";

import { minute } from "../builders.ts";
import { root } from "../package.ts";

/** Every word of Slack's reference for the calls of Galley, and those seen in the wild. */
const reference = `
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
  .split(/\s+/u);

/** A wait that Slack names is no refusal: see `slackCall`. */
const isWait = (word: string) => /^rate_?limited$/u.test(word);

/** Words that the local Slack answers with: one that it learns needs a meaning. */
const ofTheLocalSlack = globSync(`${root}src/sandbox/slack/**/*.ts`).flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/Refusal\("(?<word>\w+)"/gu)].map(
    ({ groups }) => groups?.["word"] ?? "",
  ),
);

const namespaces = "apps|auth|chat|conversations|files|reactions|usergroups|users|views";
const call = new RegExp(
  `(?:clients?|once|steady|this|[({ ;]|^)\\.?\\b(?<name>(?:${namespaces})\\.(?:users\\.)?[a-z]+[A-Za-z.]*)\\(\\{?`,
  "gu",
);
/** Methods of our own objects that are named alike. */
const notSlack =
  /\.(?:map|flatMap|filter|every|values|refine|toSorted|card|excerpt|peopleOnCard|ask|once)$/u;

test("every call that Galley makes stands in the table", () => {
  const made = globSync(`${root}src/{app.ts,features,slack,operator}{,/**/*.ts}`)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(call)])
    .map(({ groups }) => groups?.["name"] ?? "")
    .filter((name) => !notSlack.test(name));

  const known = new Set<string>(methods);
  expect(new Set(made.filter((name) => !known.has(name) && /\.[a-z]/u.test(name)))).toEqual(
    new Set(),
  );
  expect(made).toContain("chat.postMessage");
});

test.each(methods)("every word that may answer %s has a meaning", (method) => {
  const without = [...reference, ...ofTheLocalSlack].filter(
    (code) => !isWait(code) && !unclearCodes.has(code) && meaningOf({ code, method }) === "unknown",
  );

  expect(without).toEqual([]);
});

describe("a refusal is final", () => {
  const final = (code: string, times: number, everyMs: number) => {
    let now = 0;
    const refusals = createRefusals({ tick: () => now, unheard: () => undefined });
    return Array.from({ length: times }, () => {
      now += everyMs;
      return refusals.isFinal("a post", new SlackRefusedError(code));
    });
  };

  test.each(["restricted_action_thread_locked", "is_archived", "message_not_found"])(
    "at once: %s",
    (code) => expect(final(code, 1, 0)).toEqual([true]),
  );

  test("after a few tries, for a word that nobody has seen", () => {
    expect(final("never_seen", 5, 1)).toEqual([false, false, false, false, true]);
  });

  test.each(["message_limit_exceeded", "missing_scope"])("within the hour: %s", (code) => {
    expect(final(code, 4, 15 * minute)).toEqual([false, false, true, false]);
  });
});
