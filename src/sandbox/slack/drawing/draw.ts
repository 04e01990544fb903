import { initialValues } from "#sandbox/slack/blocks/values.ts";
import type { Ephemeral, Message, View } from "#sandbox/slack/model.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Reading, drawnBlocks, drawnMrkdwn, wordsOf } from "./blocks.ts";
import { cut, padded, widthOf, wrapped } from "./width.ts";
import { sizeWords } from "./words.ts";

const COLUMNS = 80;
const MARGIN = 4;

export type DrawOptions = {
  readonly columns?: number;
  readonly timeZone?: string;
};

/** A message or an ephemeral as a card for a terminal: a box with its author above. */
export function drawMessage(
  world: World,
  message: Message | Ephemeral,
  options: DrawOptions = {},
): string {
  const reading = readingOf(world, options);
  const columns = (options.columns ?? COLUMNS) - MARGIN;
  const isFile = "fileIds" in message;
  const author = isFile
    ? (reading.names(message.user) ?? message.user)
    : `${world.bot.name} · only visible to ${reading.names(message.user) ?? message.user}`;
  const words = message.text === "" ? [] : wrapped(drawnMrkdwn(message.text, reading), columns);
  const { blocks } = message;
  const values = initialValues(blocks ?? []);
  const content = blocks ? drawnBlocks(blocks, { columns, reading, values }) : words;
  const files = isFile ? message.fileIds.map((id) => fileLine(world, id)) : [];
  return boxed(author, [...content, ...files], columns);
}

/** Draws a modal or Home tab, with its present values. */
export function drawView(world: World, view: View, options: DrawOptions = {}): string {
  const reading = readingOf(world, options);
  const columns = (options.columns ?? COLUMNS) - MARGIN;
  const title = view.kind === "home" ? "Home" : wordsOf(view.title, reading);
  const { values } = view;
  const lines = drawnBlocks(view.blocks, { columns, reading, values });
  const close = view.close === undefined ? "Cancel" : wordsOf(view.close, reading);
  const submit = view.submit === undefined ? "" : `  [ ${wordsOf(view.submit, reading)} ]`;
  const foot = view.kind === "home" ? [] : ["", `[ ${close} ]${submit}`];
  return boxed(title, [...lines, ...foot], columns);
}

function boxed(title: string, lines: readonly string[], columns: number): string {
  const head = cut(title, columns - 2);
  const top = `╭─ ${head} ${"─".repeat(Math.max(0, columns - 1 - widthOf(head)))}╮`;
  const body = lines.map((line) => `│ ${padded(line, columns)} │`);
  return [top, ...body, `╰${"─".repeat(columns + 2)}╯`].join("\n");
}

function fileLine(world: World, id: string): string {
  const file = world.files.find(id);
  if (file === undefined || file.isDeleted) return "📄 (this file was deleted)";
  return `📄 ${file.name} (${sizeWords(file.size)})`;
}

function readingOf(world: World, { timeZone = "UTC" }: DrawOptions): Reading {
  const names = (id: string) =>
    world.people.find(id)?.realName ??
    world.channels.find(id)?.name ??
    world.people.findGroup(id)?.name;
  return { names, now: world.now(), timeZone, locale: "en-US" };
}
