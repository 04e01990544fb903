import { isFields, listOf, textOf } from "../json.ts";
import {
  below,
  choice,
  fault,
  flag,
  list,
  object,
  type Rule,
  type Shape,
  string,
  typed,
  url,
} from "./rules.ts";

/** The parts that blocks and elements share, with the limits of Slack's reference. */
const plainText = (max: number, min = 1): Shape => ({
  required: { text: string(max, min) },
  optional: { emoji: flag },
});

const mrkdwn = (max: number): Shape => ({
  required: { text: string(max, 1) },
  optional: { verbatim: flag },
});

export const plain = (max: number, min = 1): Rule => typed({ plain_text: plainText(max, min) });

export const prose = (max: number): Rule =>
  typed({ plain_text: plainText(max), mrkdwn: mrkdwn(max) });

export const proseShapes = (max: number) => ({ plain_text: plainText(max), mrkdwn: mrkdwn(max) });

export const confirm: Rule = object({
  required: { title: plain(100), text: prose(300), confirm: plain(30), deny: plain(30) },
  optional: { style: choice("primary", "danger") },
});

/** Option texts are plain in menus; check boxes and radio buttons take mrkdwn. */
const optionWith = (text: Rule): Rule =>
  object({
    required: { text, value: string(75, 1) },
    optional: { description: prose(75), url },
  });

export const option: Rule = optionWith(plain(75));
export const richOption: Rule = optionWith(prose(75));

export const optionGroup: Rule = object({
  required: { label: plain(75), options: list(option, 100, 1) },
});

/** What is chosen at first must be among the options, word for word. */
export const initialAmongOptions: Rule = (value, place) => {
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
