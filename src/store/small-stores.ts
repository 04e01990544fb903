import { z } from "zod";

import { type Counted, countedSchema } from "../core/limits.ts";
import { type Marker, markerSchema } from "../core/marker.ts";
import { taskSchema } from "../core/task.ts";
import { type TextNames, textNamesSchema } from "../core/text-names.ts";
import { type Verdicts, noVerdicts, verdictsSchema } from "../features/estimate/rules/inquiries.ts";
import {
  type TermBase,
  emptyTermBase,
  termBaseSchema,
} from "../features/glossary/rules/glossary.ts";
import {
  type Settings,
  initialSettings,
  settingsSchema,
} from "../features/settings/rules/settings.ts";
import { type Account, accountSchema, newAccount } from "../features/spending/rules/account.ts";
import { type Speeds, speedsSchema } from "../features/translation/rules/polling.ts";
import { createClaims } from "./claims.ts";
import { createGlossaries } from "./glossaries.ts";
import { createMarks } from "./marks.ts";
import { createSpend } from "./receipts.ts";
import { createSmallRecords, recordNamed } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** Opens all records beside the quotes. */
export function openSmallStores(store: CasStore) {
  return {
    /** Settings of each workspace, by its Slack id. */
    settings: createSmallRecords<Settings>(store, {
      prefix: "settings",
      schema: settingsSchema,
      initial: initialSettings,
    }),
    /**
     * Terms of each workspace, series and book, by a name that begins with the workspace's Slack
     * id.
     */
    terms: createSmallRecords<TermBase>(store, {
      prefix: "terms",
      schema: termBaseSchema,
      initial: emptyTermBase,
    }),
    /** Accounts at the partner, by the fingerprint of their API key. */
    accounts: createSmallRecords<Account>(store, {
      prefix: "account",
      schema: accountSchema,
      initial: newAccount,
    }),
    /** The cost of inquiries at each account, by the fingerprint of its API key. */
    inquiries: createSmallRecords<Verdicts>(store, {
      prefix: "inquiries",
      schema: verdictsSchema(taskSchema),
      initial: noVerdicts,
    }),
    /** The partner's speed, learned from ended runs. */
    speeds: createSmallRecords<Speeds>(store, {
      prefix: "speeds",
      schema: speedsSchema,
      initial: {},
    }),
    /** Names of texts by the hash of their bytes, stored when a text is read; they never change. */
    texts: createSmallRecords<TextNames | undefined>(store, {
      prefix: "text",
      schema: textNamesSchema,
      initial: undefined,
    }),
    /** The record that distinguishes an emptied store from one that was never used. */
    marker: recordNamed(
      createSmallRecords<Marker | undefined>(store, {
        prefix: "marker",
        schema: markerSchema,
        initial: undefined,
      }),
      "store",
    ),
    /** Times (ms) when quotes were erased on request. */
    erased: createSmallRecords<number | undefined>(store, {
      prefix: "erased",
      schema: z.number(),
      initial: undefined,
    }),
    /** The counted items of each person, by their Slack id and the kind of item. */
    limits: createSmallRecords<Counted | undefined>(store, {
      prefix: "limit",
      schema: countedSchema,
      initial: undefined,
    }),
    marks: createMarks(store),
    claims: createClaims(store),
    spend: createSpend(store),
    glossaries: createGlossaries(store),
  };
}

/** Opens the record of Slack's last event, to the hour, ms. */
export function openLastEvent(store: CasStore) {
  const kind = { prefix: "heard", schema: z.number(), initial: undefined };
  return recordNamed(createSmallRecords<number | undefined>(store, kind), "slack");
}
