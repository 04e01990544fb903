import type { Quote } from "../../../core/quote.ts";
import type { Settings } from "../../settings/rules/settings.ts";
import type { Account } from "./account.ts";

/** Everything that a purchase is decided on, as it stands in one moment. */
export type Standing = {
  readonly quote: Quote;
  readonly account: Account;
  readonly settings: Settings;
  /** Of the claims for the quote's language: see `Coverage`. */
  readonly version: number;
};

/** What it becomes: written together, or not at all. */
export type Spending<Outcome> = {
  readonly quote: Quote;
  readonly account: Account;
  readonly outcome: Outcome;
};
