import { checkBlocks, pointer } from "#sandbox/slack/blocks/check.ts";
import type { Surface } from "#sandbox/slack/blocks/shapes.ts";

export const plain = (text: string) => ({ type: "plain_text", text });
export const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
export const long = (length: number) => "x".repeat(length);
export const section = (more: object) => ({ type: "section", ...more });
export const button = (more: object = {}) => ({ type: "button", text: plain("Go"), ...more });
export const actions = (...elements: object[]) => ({ type: "actions", elements });
export const option = (value: string) => ({ text: plain(value), value });
export const overflow = (more: object = {}) => ({
  type: "overflow",
  action_id: "quote.more",
  options: [option("details")],
  ...more,
});
export const table = (rows: number, cell = "a") => ({
  type: "table",
  rows: Array.from({ length: rows }, () => [{ type: "raw_text", text: cell }]),
});

export const faultsOf = (blocks: unknown, surface: Surface = "message") =>
  checkBlocks(blocks, surface).map((fault) => `${pointer(fault)} ${fault.message}`);
