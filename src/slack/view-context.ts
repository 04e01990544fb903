import type { DeskRules } from "../core/desk-rules.ts";
import type { Tongue } from "./i18n/tongue.ts";

/** What the cards need to know of the desk, and the language that they speak. */
export type Desk = {
  readonly rules: DeskRules;
  /** Slack ids of people and user groups. */
  readonly approvers: readonly string[];
  /** Those of them who see to the account. */
  readonly admins?: readonly string[];
  /** Records of what was bought were lost not long ago. */
  readonly hasLostRecords?: boolean;
  readonly tongue: Tongue;
};
