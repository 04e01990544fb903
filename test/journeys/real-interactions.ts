import { type Fields, fieldsOf } from "#sandbox/slack/json.ts";

import { type Ids, enterprise, home } from "./real-shapes.ts";

type Click = {
  readonly what: string;
  /** Changes a click in an ordinary workspace into this one. */
  readonly becomes: (sent: Fields) => Fields;
};

/** Clicks on a card, as they come from workspaces of every kind. */
export const clicks: readonly Click[] = [
  {
    what: "on Enterprise Grid, by somebody at home in another workspace",
    becomes: (sent) => ({
      ...sent,
      team: { ...fieldsOf(sent["team"]), enterprise_id: enterprise, enterprise_name: "House" },
      enterprise: { id: enterprise, name: "House" },
      user: { ...fieldsOf(sent["user"]), team_id: home },
    }),
  },
  {
    what: "in the name of an org-wide install",
    becomes: (sent) => ({
      ...sent,
      team: null,
      enterprise: { id: enterprise, name: "House" },
      is_enterprise_install: true,
    }),
  },
  {
    what: "without a word of the workspace",
    becomes: (sent) => ({
      ...sent,
      team: undefined,
      enterprise: undefined,
      user: { id: fieldsOf(sent["user"])["id"] },
    }),
  },
  {
    what: "on what only they see: without a message",
    becomes: (sent) => ({
      ...sent,
      message: undefined,
      container: { ...fieldsOf(sent["container"]), is_ephemeral: true },
    }),
  },
  {
    what: "on a message whose conversation stands in its container alone",
    becomes: (sent) => ({ ...sent, channel: undefined }),
  },
  {
    what: "with null wherever nothing is",
    becomes: (sent) => ({
      ...sent,
      enterprise: null,
      channel: null,
      message: null,
      view: null,
      state: null,
      actions: [sent["actions"]].flat().map((one) => ({ ...fieldsOf(one), selected_option: null })),
    }),
  },
];

/** Interactions that nobody here listens to. */
export const interactions: readonly (readonly [what: string, payload: (ids: Ids) => Fields])[] = [
  [
    "a form that was closed",
    (ids) => ({
      ...person(ids),
      type: "view_closed",
      view: { id: "V1", type: "modal", callback_id: "quote.decline", private_metadata: "" },
      is_cleared: false,
    }),
  ],
  [
    "a form of nobody's",
    (ids) => ({
      ...person(ids),
      type: "view_submission",
      view: { id: "V1", type: "modal", callback_id: "of_another", private_metadata: "", state: {} },
      response_urls: [],
    }),
  ],
  [
    "a global shortcut",
    (ids) => ({ ...person(ids), type: "shortcut", callback_id: "of_another", action_ts: ids.ts }),
  ],
  [
    "a menu that asks for its options",
    (ids) => ({
      ...person(ids),
      type: "block_suggestion",
      action_id: "of_another",
      block_id: "b",
      value: "",
      container: { type: "view", view_id: "V1" },
    }),
  ],
  [
    "a button of an old attachment",
    (ids) => ({
      ...person(ids),
      type: "interactive_message",
      callback_id: "of_another",
      actions: [{ name: "a", type: "button", value: "v" }],
      channel: { id: ids.channel, name: "books" },
    }),
  ],
  [
    "a click without any action",
    (ids) => ({ ...person(ids), type: "block_actions", actions: [], channel: { id: ids.channel } }),
  ],
  [
    "a click of nobody",
    ({ team }) => ({ type: "block_actions", team: { id: team }, actions: [{ action_id: "a" }] }),
  ],
  ["an interaction of a kind that nobody knows yet", (ids) => ({ ...person(ids), type: "spoken" })],
];

const person = ({ team, app, person: id }: Ids): Fields => ({
  team: { id: team, domain: "books" },
  user: { id, username: "robin", name: "robin", team_id: home },
  api_app_id: app,
  token: "verification",
  enterprise: null,
  is_enterprise_install: false,
  trigger_id: "1.2.made-up",
});
