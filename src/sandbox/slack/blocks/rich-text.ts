import {
  choice,
  flag,
  list,
  number,
  object,
  type Rule,
  type Shape,
  string,
  typed,
  url,
} from "./rules.ts";

const MANY = 10_000;
const style = object({
  optional: { bold: flag, italic: flag, strike: flag, code: flag, underline: flag },
});
const id = string(255, 1);

const inline: Readonly<Record<string, Shape>> = {
  text: { required: { text: string(MANY, 1) }, optional: { style } },
  link: { required: { url }, optional: { text: string(MANY), style, unsafe: flag } },
  user: { required: { user_id: id }, optional: { style } },
  usergroup: { required: { usergroup_id: id }, optional: { style } },
  team: { required: { team_id: id }, optional: { style } },
  channel: { required: { channel_id: id }, optional: { style } },
  emoji: { required: { name: id }, optional: { unicode: id, url, style } },
  broadcast: { required: { range: choice("here", "channel", "everyone") }, optional: { style } },
  color: { required: { value: id } },
  date: {
    required: { timestamp: number(0, 9_999_999_999), format: id },
    optional: { url, fallback: string(MANY), style },
  },
};

const border = number(0, 1);
const words = list(typed(inline), MANY);
const section: Shape = { required: { elements: words } };

const parts: Readonly<Record<string, Shape>> = {
  rich_text_section: section,
  rich_text_quote: { ...section, optional: { border } },
  rich_text_preformatted: { ...section, optional: { border, language: string(255) } },
  rich_text_list: {
    required: {
      style: choice("bullet", "ordered"),
      elements: list(typed({ rich_text_section: section }), MANY),
    },
    optional: { indent: number(0, 8), offset: number(0, MANY), border },
  },
};

export const richText: Shape = { required: { elements: list(typed(parts), MANY) } };
export const richTextCell: Rule = typed({ rich_text: richText });
