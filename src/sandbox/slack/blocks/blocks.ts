import { confirm, plain, prose, proseShapes } from "./composition.ts";
import { button, image, inActions, inInput, inSection } from "./elements.ts";
import { richText, richTextCell } from "./rich-text.ts";
import {
  choice,
  flag,
  list,
  number,
  object,
  oneOf,
  type Rule,
  type Shape,
  string,
  type Surface,
  typed,
  url,
} from "./rules.ts";

/** A kind of block: its fields, and where it may stand. */
export type BlockShape = Shape & { readonly surfaces: readonly Surface[] };

const everywhere: readonly Surface[] = ["message", "modal", "home"];
const messages: readonly Surface[] = ["message"];

const cellShapes: Readonly<Record<string, Shape>> = {
  raw_text: { required: { text: string(10_000, 1) } },
  raw_number: {
    required: {
      value: number(-Number.MAX_VALUE, Number.MAX_VALUE),
      text: string(10_000, 1),
    },
  },
  rich_text: richText,
};
const cell: Rule = typed(cellShapes);

const columnSetting = object({
  optional: { align: choice("left", "center", "right"), is_wrapped: flag },
});

const source = typed({ url: { required: { url, text: string(255) } } });

const task: Shape = {
  required: {
    task_id: string(255, 1),
    title: string(255, 1),
    status: choice("pending", "in_progress", "complete", "error"),
  },
  optional: {
    details: richTextCell,
    output: richTextCell,
    sources: list(source, 100),
  },
};

const card: Shape = {
  optional: {
    title: prose(150),
    subtitle: prose(150),
    body: prose(200),
    hero_image: typed({ image }),
    icon: typed({ image }),
    actions: list(typed({ button }), 3, 1),
  },
  also: oneOf("hero_image", "title", "actions", "body"),
};

const feedbackButton = object({
  required: { text: plain(75), value: string(2000) },
  optional: { accessibility_label: string(75) },
});

/** The documented blocks and their limits. `container` and `data_visualization` are left out. */
export const blockShapes: Readonly<Record<string, BlockShape>> = {
  section: {
    surfaces: everywhere,
    optional: {
      text: prose(3000),
      fields: list(prose(2000), 10, 1),
      accessory: typed(inSection),
      expand: flag,
    },
    also: oneOf("text", "fields"),
  },
  header: { surfaces: everywhere, required: { text: plain(150) } },
  divider: { surfaces: everywhere },
  image: {
    ...image,
    surfaces: everywhere,
    optional: { ...image.optional, title: plain(2000) },
  },
  context: {
    surfaces: everywhere,
    required: { elements: list(typed({ image, ...proseShapes(3000) }), 10, 1) },
  },
  actions: { surfaces: everywhere, required: { elements: list(typed(inActions), 25, 1) } },
  input: {
    surfaces: everywhere,
    required: { label: plain(2000), element: typed(inInput) },
    optional: { hint: plain(2000), optional: flag, dispatch_action: flag },
  },
  rich_text: { ...richText, surfaces: everywhere },
  video: {
    surfaces: everywhere,
    required: { alt_text: string(2000), title: plain(200), thumbnail_url: url, video_url: url },
    optional: {
      author_name: string(50),
      description: plain(200),
      provider_icon_url: url,
      provider_name: string(255),
      title_url: url,
    },
  },
  markdown: { surfaces: messages, required: { text: string(12_000, 1) } },
  table: {
    surfaces: messages,
    required: { rows: list(list(cell, 20, 1), 100, 1) },
    optional: { column_settings: list(columnSetting, 20) },
  },
  data_table: {
    surfaces: messages,
    required: { caption: string(255, 1), rows: list(list(cell, 20, 1), 101, 2) },
    optional: { page_size: number(1, 100), row_header_column_index: number(0, 19) },
  },
  context_actions: {
    surfaces: messages,
    required: { elements: list(typed(contextActions()), 5, 1) },
  },
  plan: {
    surfaces: messages,
    required: { title: string(255, 1) },
    optional: { tasks: list(typed({ task_card: task }), 50) },
  },
  task_card: { ...task, surfaces: messages },
  alert: {
    surfaces: ["modal"],
    required: { text: prose(200) },
    optional: { level: choice("default", "info", "warning", "error", "success") },
  },
  card: { ...card, surfaces: messages },
  carousel: { surfaces: messages, required: { elements: list(typed({ card }), 10, 1) } },
};

function contextActions(): Readonly<Record<string, Shape>> {
  return {
    feedback_buttons: {
      required: { positive_button: feedbackButton, negative_button: feedbackButton },
      optional: { action_id: string(255, 1) },
    },
    icon_button: {
      required: { icon: choice("trash"), text: plain(75) },
      optional: {
        action_id: string(255, 1),
        value: string(2000),
        accessibility_label: string(75),
        confirm,
        visible_to_user_ids: list(string(255), 100),
      },
    },
  };
}
