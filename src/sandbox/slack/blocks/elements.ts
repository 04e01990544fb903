import {
  confirm,
  initialAmongOptions,
  option,
  optionGroup,
  plain,
  richOption,
} from "./composition.ts";
import { richTextCell } from "./rich-text.ts";
import {
  all,
  choice,
  flag,
  list,
  matching,
  number,
  object,
  oneOf,
  type Rule,
  type Shape,
  string,
  url,
} from "./rules.ts";

const id = string(255, 1);
const placeholder = plain(150);
const date = matching(/^\d{4}-\d\d-\d\d$/, "must be a valid date");
const time = matching(/^\d\d:\d\d$/, "must be a valid time");
const ids = list(string(255), 100);

/** An element that a person uses: all have an action id and most take the focus. */
const interactive = (own: Shape): Shape => ({
  ...own,
  optional: { action_id: id, focus_on_load: flag, ...own.optional },
});

const select = (own: Shape): Shape =>
  interactive({ ...own, optional: { placeholder, confirm, ...own.optional } });
const multi = (own: Shape): Shape =>
  select({ ...own, optional: { max_selected_items: number(1, 100), ...own.optional } });

const choices: Shape = {
  optional: { options: list(option, 100, 1), option_groups: list(optionGroup, 100, 1) },
  also: all(oneOf("options", "option_groups"), initialAmongOptions),
};

const conversations: Readonly<Record<string, Rule>> = {
  default_to_current_conversation: flag,
  response_url_enabled: flag,
  filter: object({
    optional: {
      include: list(choice("im", "mpim", "private", "public"), 4, 1),
      exclude_external_shared_channels: flag,
      exclude_bot_users: flag,
    },
  }),
};

const dispatch = object({
  optional: {
    trigger_actions_on: list(choice("on_enter_pressed", "on_character_entered"), 2, 1),
  },
});

const typing = (own: Readonly<Record<string, Rule>>): Shape =>
  interactive({
    optional: {
      placeholder,
      initial_value: string(3000),
      dispatch_action_config: dispatch,
      ...own,
    },
  });

const boxes = (initial: Readonly<Record<string, Rule>>): Shape =>
  interactive({
    required: { options: list(richOption, 10, 1) },
    optional: { confirm, ...initial },
    also: initialAmongOptions,
  });

export const image: Shape = {
  required: { alt_text: string(2000) },
  optional: {
    image_url: url,
    slack_file: object({ optional: { id: string(255), url }, also: oneOf("id", "url") }),
  },
  also: oneOf("image_url", "slack_file"),
};

export const button: Shape = {
  required: { text: plain(75) },
  optional: {
    action_id: id,
    value: string(2000),
    url,
    style: choice("primary", "danger"),
    confirm,
    accessibility_label: string(75),
  },
};

/** Every element with its documented fields; where each may stand is said below. */
const elements = {
  image,
  button,
  overflow: {
    required: { options: list(option, 5, 1) },
    optional: { action_id: id, confirm },
  },
  static_select: select({ ...choices, optional: { ...choices.optional, initial_option: option } }),
  external_select: select({
    optional: { min_query_length: number(0, 255), initial_option: option },
  }),
  users_select: select({ optional: { initial_user: id } }),
  channels_select: select({ optional: { initial_channel: id, response_url_enabled: flag } }),
  conversations_select: select({ optional: { initial_conversation: id, ...conversations } }),
  multi_static_select: multi({
    ...choices,
    optional: { ...choices.optional, initial_options: list(option, 100, 1) },
  }),
  multi_external_select: multi({
    optional: { min_query_length: number(0, 255), initial_options: list(option, 100, 1) },
  }),
  multi_users_select: multi({ optional: { initial_users: ids } }),
  multi_channels_select: multi({ optional: { initial_channels: ids } }),
  multi_conversations_select: multi({ optional: { initial_conversations: ids, ...conversations } }),
  checkboxes: boxes({ initial_options: list(richOption, 10, 1) }),
  radio_buttons: boxes({ initial_option: richOption }),
  datepicker: select({ optional: { initial_date: date } }),
  timepicker: select({ optional: { initial_time: time, timezone: string(255) } }),
  datetimepicker: interactive({
    optional: { confirm, initial_date_time: number(1_000_000_000, 9_999_999_999) },
  }),
  plain_text_input: typing({
    multiline: flag,
    min_length: number(0, 3000),
    max_length: number(1, 3000),
  }),
  rich_text_input: interactive({
    optional: {
      placeholder,
      initial_value: richTextCell,
      min_lines: number(1, 100),
      max_lines: number(1, 100),
      dispatch_action_config: dispatch,
    },
  }),
  email_text_input: typing({}),
  url_text_input: typing({}),
  number_input: interactive({
    required: { is_decimal_allowed: flag },
    optional: {
      placeholder,
      initial_value: string(255),
      min_value: string(255),
      max_value: string(255),
      dispatch_action_config: dispatch,
    },
  }),
  file_input: interactive({
    optional: { filetypes: list(string(255), 100, 1), max_files: number(1, 10) },
  }),
} satisfies Readonly<Record<string, Shape>>;

type ElementName = keyof typeof elements;

const pick = (...names: readonly ElementName[]): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.map((name) => [name, elements[name]]));

const selects = [
  "static_select",
  "external_select",
  "users_select",
  "channels_select",
  "conversations_select",
] as const;
const multiSelects = [
  "multi_static_select",
  "multi_external_select",
  "multi_users_select",
  "multi_channels_select",
  "multi_conversations_select",
] as const;
const pickers = ["checkboxes", "radio_buttons", "datepicker", "timepicker"] as const;

export const inActions = pick("button", "overflow", "datetimepicker", ...selects, ...pickers);
export const inSection = pick(
  "button",
  "overflow",
  "image",
  ...selects,
  ...multiSelects,
  ...pickers,
);
export const inInput = pick(
  "datetimepicker",
  "plain_text_input",
  "rich_text_input",
  "email_text_input",
  "url_text_input",
  "number_input",
  "file_input",
  ...selects,
  ...multiSelects,
  ...pickers,
);
