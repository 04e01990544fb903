import type { DeskRules } from "../../domain/rules.ts";

/** What the cards need to know of the desk; approvers are Slack ids of people and user groups. */
export type Desk = { readonly rules: DeskRules; readonly approvers: readonly string[] };
