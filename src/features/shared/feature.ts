import type { SlashCommand } from "@slack/bolt";

import type { AppContext } from "#domain/context.ts";
import type { Quote } from "#domain/quote.ts";
import type { Step } from "#domain/steps.ts";
import type { Message } from "#slack/blocks.ts";
import type { Routes } from "#slack/intake.ts";

import type { Action, Form, HomePart, ListenerDeps, ResultEntries } from "./action.ts";
import type { commandNames } from "./ids.ts";
import type { NoticeRows } from "./notice-rows.ts";

/** Everything that a feature adds to Galley, as far as it has it. `features/index.ts` lists them. */
export type Feature = {
  readonly handlers?: readonly Action[];
  readonly forms?: readonly Form[];
  readonly commands?: readonly Command[];
  /** Registers listeners for events and shortcuts. */
  readonly events?: readonly ((routes: Routes, deps: ListenerDeps) => void)[];
  /** Runs after each click and each form. */
  readonly afterClick?: (deps: ListenerDeps, body: unknown) => Promise<void>;
  readonly steps?: Partial<StepRows>;
  readonly notices?: Partial<NoticeRows>;
  /** Its entries in the ⋯ of a result. */
  readonly resultEntries?: Partial<ResultEntries>;
  readonly home?: HomePart;
};

/** What is answered to a command; undefined when a form opens instead. */
export type Command = {
  readonly command: keyof typeof commandNames;
  /** Its first word; without one it answers everything that no other row does. */
  readonly word?: string;
  /** True if more words may follow the first one. */
  readonly takesWords?: true;
  readonly run: (
    deps: ListenerDeps,
    command: SlashCommand,
    words: {
      /** What follows the first word. */
      readonly rest: string | undefined;
      /** The first words of all rows of this command. */
      readonly known: readonly string[];
    },
  ) => Promise<Message | undefined>;
};

export type StepRows = { readonly [Kind in Step["kind"]]: TakeStep<Kind> };

/** Takes a step of a quote; `domain/steps.ts` says when a step is due. */
export type TakeStep<Kind extends Step["kind"]> = (
  ctx: AppContext,
  quote: Quote,
  step: Step & { readonly kind: Kind },
) => Promise<Quote>;
