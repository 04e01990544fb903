import { z } from "zod";

import { fieldsOf, listOf, textOf } from "#sandbox/slack/json.ts";

/**
 * The blocks that Galley sends, with Slack's limits. Slack has more: each is refused here until it is
 * added, so that none is sent unchecked.
 */
export type Surface = "message" | "modal" | "home";

/** A string of this many characters, counted as Slack does: in code points. */
export const string = (max: number, min = 0) =>
  z
    .string()
    .refine((text) => Array.from(text).length >= min, `must be more than ${min - 1} characters`)
    .refine((text) => Array.from(text).length <= max, `must be less than ${max + 1} characters`);

const matching = (pattern: RegExp, message: string) =>
  z.string().refine((text) => pattern.test(text), message);

const number = (min: number, max: number) =>
  z.number().refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

export const list = <Item extends z.ZodType>(item: Item, max: number, min = 0) =>
  z
    .array(item)
    .max(max, `no more than ${max} items allowed`)
    .min(min, `no fewer than ${min} items allowed`);

const shape = <Shape extends z.ZodRawShape>(type: string, fields: Shape) =>
  z.strictObject({ type: z.literal(type), ...fields });

/** An object whose `type` selects one of these shapes. */
const oneOf = <Shape extends z.core.$ZodTypeDiscriminable>(...shapes: [Shape, ...Shape[]]) =>
  z.discriminatedUnion("type", shapes);

/** At least one of these two fields is there. */
const either = (one: string, other: string) => (fields: object, context: z.RefinementCtx) => {
  if (one in fields || other in fields) return;
  const message = `must define either \`${one}\` or \`${other}\``;
  context.addIssue({ code: "custom", path: ["type"], message });
};

const id = string(255, 1).optional();
const flag = z.boolean().optional();
const url = matching(/^(https?|slack|mailto):/, "must be a valid URL").and(string(3000, 1));
const style = z.enum(["primary", "danger"]).optional();

const plainText = (max: number) => shape("plain_text", { text: string(max, 1), emoji: flag });
export const plain = (max: number) => oneOf(plainText(max));
const prose = (max: number) =>
  oneOf<z.core.$ZodTypeDiscriminable>(
    plainText(max),
    shape("mrkdwn", { text: string(max, 1), verbatim: flag }),
  );

const confirm = z
  .strictObject({ title: plain(100), text: prose(300), confirm: plain(30), deny: plain(30), style })
  .optional();

/** Option texts are plain in menus; radio buttons take mrkdwn. */
const optionWith = <Text extends z.ZodType>(text: Text) =>
  z.strictObject({ text, value: string(75, 1), description: prose(75).optional() });
const option = optionWith(plain(75));
const richOption = optionWith(prose(75));
const options = list(option, 100, 1);

/** The initial choice must be among the options. */
function initialAmongOptions(element: object, context: z.RefinementCtx): void {
  const { options: own, option_groups, initial_option, initial_options } = fieldsOf(element);
  const grouped = listOf(option_groups).flatMap((group) => listOf(fieldsOf(group)["options"]));
  const offered = new Set([...listOf(own), ...grouped].map(valueOf));
  const selection = [initial_option ?? [], initial_options ?? []].flat();
  if (selection.every((one) => offered.has(valueOf(one)))) return;
  const path = [initial_option === undefined ? "initial_options" : "initial_option"];
  context.addIssue({ code: "custom", path, message: "must match one of the provided options" });
}

const valueOf = (option: unknown): string => textOf(fieldsOf(option)["value"]);

const usual = { action_id: id, placeholder: plain(150).optional(), confirm };

const menu = <Shape extends z.ZodRawShape>(type: string, initial: Shape) =>
  shape(type, {
    ...usual,
    options: options.optional(),
    option_groups: list(z.strictObject({ label: plain(75), options }), 100, 1).optional(),
    ...initial,
  })
    .superRefine(either("options", "option_groups"))
    .superRefine(initialAmongOptions);

const typing = {
  action_id: id,
  placeholder: plain(150).optional(),
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: list(z.enum(["on_enter_pressed", "on_character_entered"]), 2, 1),
    })
    .optional(),
};

/** Elements of all three kinds of block that hold any. */
const everywhere: readonly z.core.$ZodTypeDiscriminable[] = [
  menu("static_select", { initial_option: option.optional() }),
  shape("users_select", { ...usual, initial_user: id }),
  shape("radio_buttons", {
    action_id: id,
    confirm,
    options: list(richOption, 10, 1),
    initial_option: richOption.optional(),
  }).superRefine(initialAmongOptions),
  shape("datepicker", {
    ...usual,
    initial_date: matching(/^\d{4}-\d\d-\d\d$/, "must be a valid date").optional(),
  }),
];

/** Menus for several choices, in a section or an input. */
const manySelects = [
  menu("multi_static_select", { initial_options: options.optional() }),
  shape("multi_users_select", {
    ...usual,
    initial_users: list(string(255, 1), 100, 1).optional(),
    max_selected_items: number(1, 100).optional(),
  }),
] as const;

const button = shape("button", {
  text: plain(75),
  action_id: id,
  value: string(2000).optional(),
  url: url.optional(),
  style,
  confirm,
});

const overflow = shape("overflow", {
  action_id: id,
  confirm,
  options: list(
    z.strictObject({
      text: plain(75),
      value: string(150, 1),
      description: plain(75).optional(),
      url: url.optional(),
    }),
    5,
    1,
  ),
});

const inInput = [
  ...manySelects,
  shape("plain_text_input", {
    ...typing,
    initial_value: string(3000).optional(),
    multiline: flag,
    min_length: number(0, 3000).optional(),
    max_length: number(1, 3000).optional(),
  }),
  shape("number_input", {
    ...typing,
    is_decimal_allowed: z.boolean(),
    initial_value: string(255).optional(),
    min_value: string(255).optional(),
    max_value: string(255).optional(),
  }),
  ...everywhere,
] as const;

const fileInput = shape("file_input", {
  action_id: id,
  filetypes: list(string(255), 100, 1).optional(),
  max_files: number(1, 10).optional(),
});

const richTextSection = shape("rich_text_section", {
  elements: list(
    oneOf<z.core.$ZodTypeDiscriminable>(
      shape("text", { text: string(10_000, 1) }),
      shape("link", { url, text: string(10_000).optional() }),
    ),
    10_000,
  ),
});

const rawText = oneOf(shape("raw_text", { text: string(10_000, 1) }));
const columnSetting = z.strictObject({
  align: z.enum(["left", "center", "right"]).optional(),
  is_wrapped: flag,
});

const table = shape("table", {
  block_id: id,
  rows: list(list(rawText, 20, 1), 100, 1),
  column_settings: list(columnSetting, 20).optional(),
});

export const blockOn = (surface: Surface) =>
  oneOf<z.core.$ZodTypeDiscriminable>(
    shape("section", {
      block_id: id,
      text: prose(3000).optional(),
      fields: list(prose(2000), 10, 1).optional(),
      accessory: oneOf<z.core.$ZodTypeDiscriminable>(
        button,
        overflow,
        ...manySelects,
        ...everywhere,
      ).optional(),
      expand: flag,
    }).superRefine(either("text", "fields")),
    shape("header", { block_id: id, text: plain(150) }),
    shape("divider", { block_id: id }),
    shape("context", { block_id: id, elements: list(prose(3000), 10, 1) }),
    shape("actions", {
      block_id: id,
      elements: list(oneOf(button, overflow, ...everywhere), 25, 1),
    }),
    shape("input", {
      block_id: id,
      label: plain(2000),
      element: oneOf(...inInput, ...(surface === "modal" ? [fileInput] : [])),
      hint: plain(2000).optional(),
      optional: flag,
      dispatch_action: flag,
    }),
    shape("rich_text", { block_id: id, elements: list(oneOf(richTextSection), 10_000) }),
    ...(surface === "message" ? [table] : []),
  );
