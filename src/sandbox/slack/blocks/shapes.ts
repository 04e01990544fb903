import { isFields, listOf, textOf } from "../json.ts";
import {
  all,
  below,
  choice,
  fault,
  flag,
  list,
  matching,
  number,
  object,
  oneOf,
  type Rule,
  type Shape,
  string,
  typed,
  url,
} from "./rules.ts";

const id = string(255, 1);

const plainText = (max: number): Shape => ({
  required: { text: string(max, 1) },
  optional: { emoji: flag },
});

const proseShapes = (max: number) => ({
  plain_text: plainText(max),
  mrkdwn: { required: { text: string(max, 1) }, optional: { verbatim: flag } },
});

export const plain = (max: number): Rule => typed({ plain_text: plainText(max) });
const prose = (max: number): Rule => typed(proseShapes(max));

const confirm = object({
  required: { title: plain(100), text: prose(300), confirm: plain(30), deny: plain(30) },
  optional: { style: choice("primary", "danger") },
});

/** Option texts are plain in menus; radio buttons take mrkdwn. */
const optionWith = (text: Rule): Rule =>
  object({ required: { text, value: string(75, 1) }, optional: { description: prose(75) } });
const option = optionWith(plain(75));
const richOption = optionWith(prose(75));

/** The initial choice must be among the options. */
const initialAmongOptions: Rule = (value, place) => {
  if (!isFields(value)) return [];
  const groups = listOf(value["option_groups"]).map((group) => (isFields(group) ? group : {}));
  const offered = [...listOf(value["options"]), ...groups.flatMap((g) => listOf(g["options"]))];
  const chosen = [value["initial_option"] ?? [], value["initial_options"] ?? []].flat();
  const known = new Set(offered.map(valueOf));
  const name = value["initial_option"] === undefined ? "initial_options" : "initial_option";
  const isKnown = chosen.every((item) => known.has(valueOf(item)));
  return isKnown ? [] : fault(below(place, name), "must match one of the provided options");
};

const valueOf = (option: unknown): string => (isFields(option) ? textOf(option["value"]) : "");

const usual = { action_id: id, placeholder: plain(150), confirm };
const dispatch_action_config = object({
  optional: {
    trigger_actions_on: list(choice("on_enter_pressed", "on_character_entered"), 2, 1),
  },
});

const menu = (initial: Readonly<Record<string, Rule>>): Shape => ({
  optional: {
    ...usual,
    options: list(option, 100, 1),
    option_groups: list(
      object({ required: { label: plain(75), options: list(option, 100, 1) } }),
      100,
      1,
    ),
    ...initial,
  },
  also: all(oneOf("options", "option_groups"), initialAmongOptions),
});

const typing = (own: Readonly<Record<string, Rule>>) => ({
  action_id: id,
  placeholder: plain(150),
  dispatch_action_config,
  ...own,
});

const button: Shape = {
  required: { text: plain(75) },
  optional: {
    action_id: id,
    value: string(2000),
    url,
    style: choice("primary", "danger"),
    confirm,
  },
};

const overflow: Shape = {
  required: {
    options: list(
      object({
        required: { text: plain(75), value: string(150, 1) },
        optional: { description: plain(75), url },
      }),
      5,
      1,
    ),
  },
  optional: { action_id: id, confirm },
};

const static_select = menu({ initial_option: option });
const multi_static_select = menu({ initial_options: list(option, 100, 1) });

/** Elements of all three kinds of block that hold any. */
const everywhere: Readonly<Record<string, Shape>> = {
  static_select,
  users_select: { optional: { ...usual, initial_user: id } },
  radio_buttons: {
    required: { options: list(richOption, 10, 1) },
    optional: { action_id: id, confirm, initial_option: richOption },
    also: initialAmongOptions,
  },
  datepicker: {
    optional: { ...usual, initial_date: matching(/^\d{4}-\d\d-\d\d$/, "must be a valid date") },
  },
};

const outsideInput: Readonly<Record<string, Shape>> = { ...everywhere, button, overflow };

const inInput: Readonly<Record<string, Shape>> = {
  ...everywhere,
  multi_static_select,
  plain_text_input: {
    optional: typing({
      initial_value: string(3000),
      multiline: flag,
      min_length: number(0, 3000),
      max_length: number(1, 3000),
    }),
  },
  number_input: {
    required: { is_decimal_allowed: flag },
    optional: typing({
      initial_value: string(255),
      min_value: string(255),
      max_value: string(255),
    }),
  },
  file_input: {
    onlyIn: "modal",
    optional: { action_id: id, filetypes: list(string(255), 100, 1), max_files: number(1, 10) },
  },
};

const richTextSection: Shape = {
  required: {
    elements: list(
      typed({
        text: { required: { text: string(10_000, 1) } },
        link: { required: { url }, optional: { text: string(10_000) } },
      }),
      10_000,
    ),
  },
};

const rawText: Rule = typed({ raw_text: { required: { text: string(10_000, 1) } } });
const columnSetting = object({
  optional: { align: choice("left", "center", "right"), is_wrapped: flag },
});

/**
 * The blocks that Galley sends, with Slack's limits. Slack has more: each is refused here until it
 * is added, so that none is sent unchecked.
 */
export const blockShapes: Readonly<Record<string, Shape>> = {
  section: {
    optional: {
      text: prose(3000),
      fields: list(prose(2000), 10, 1),
      accessory: typed({ ...outsideInput, multi_static_select }),
      expand: flag,
    },
    also: oneOf("text", "fields"),
  },
  header: { required: { text: plain(150) } },
  divider: {},
  context: { required: { elements: list(typed(proseShapes(3000)), 10, 1) } },
  actions: { required: { elements: list(typed(outsideInput), 25, 1) } },
  input: {
    required: { label: plain(2000), element: typed(inInput) },
    optional: { hint: plain(2000), optional: flag, dispatch_action: flag },
  },
  rich_text: {
    required: { elements: list(typed({ rich_text_section: richTextSection }), 10_000) },
  },
  table: {
    onlyIn: "message",
    required: { rows: list(list(rawText, 20, 1), 100, 1) },
    optional: { column_settings: list(columnSetting, 20) },
  },
};
