import type { KnownBlock, ModalView } from "@slack/types";

import {
  type Message,
  contextBlock,
  entry,
  limits,
  modal,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageLabel } from "../../../slack/words.ts";
import { deliveryReply } from "../../delivery/views/delivery-reply.ts";
import { type ResultPlace, callbackIds, resultMemory } from "../../ids.ts";
import { entriesOf } from "../../payloads.ts";
import { strangerReply, unknownCardReply } from "../../short-replies.ts";
import type { ExportOutcome, PairedBook } from "../actions/export-result.ts";
import type { Bilingual } from "../rules/bilingual.ts";
import { type FormatId, formatIds } from "../rules/formats.ts";
import { findSuspects } from "../rules/suspects.ts";
import { remarkOf } from "../rules/word-table.ts";

const formatBlock = "export.format";

export function exportForm(memory: ResultPlace, { locale }: ViewContext): ModalView {
  const { t } = locale;
  const options = formatIds.map((value) => ({
    value,
    text: plainText(formatName(value, locale), limits.optionText),
  }));
  const [first] = options;
  return modal({
    callback_id: callbackIds.exports,
    private_metadata: resultMemory(memory),
    title: t`Export`,
    submit: t`Export`,
    close: t`Cancel`,
    blocks: [
      entry(
        formatBlock,
        t`Original and translation as`,
        { type: "radio_buttons", options, ...(first !== undefined && { initial_option: first }) },
        {
          hint: t`You’ll get the file in a direct message. Files are free.`,
          optional: false,
        },
      ),
    ],
  });
}

function formatName(format: FormatId, { t }: Locale): string {
  switch (format) {
    case "word":
      return t`Word table`;
    case "epub":
      return t`Bilingual EPUB`;
    case "tmx":
      return "TMX 1.4b";
    case "xliff12":
      return "XLIFF 1.2";
    case "xliff21":
      return "XLIFF 2.1";
  }
}

export function parseFormat(values: unknown): FormatId | undefined {
  const chosen = entriesOf(values)(formatBlock).selected_option?.value;
  return formatIds.find((id) => id === chosen);
}

export function headsOf(
  { source, target }: PairedBook,
  { rules, locale }: ViewContext,
): Bilingual["heads"] {
  const { t } = locale;
  const original = source === "und" ? t`Original` : languageLabel(source, rules.languages, locale);
  const translation = languageLabel(target, rules.languages, locale);
  return [t`No.`, capital(original), capital(translation), t`Comment`];
}

export function remarksIn({ locale: { t } }: ViewContext): Bilingual["remarks"] {
  return {
    title: t`Look here first`,
    missing: t`No translation`,
    untranslated: t`Looks untranslated`,
    repeated: t`The same translation as another paragraph`,
    length: t`Much shorter or longer than usual`,
    numbers: t`Missing numbers: ${"{0}"}`,
    terms: t`Glossary terms not used: ${"{0}"}`,
  };
}

export function exportReply(
  outcome: Exclude<ExportOutcome, { status: "paired" }>,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  switch (outcome.status) {
    case "unknown-card":
      return unknownCardReply(context);
    case "not-allowed":
      return strangerReply(context);
    case "unpaired":
      return say(
        t`I couldn’t put original and translation into one file. “Download” gives you the translation.`,
      );
    case "not-finished":
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
      return deliveryReply(outcome, context);
  }
}

/** `outcome` is undefined while the text is read. */
export function lookFirstView(outcome: ExportOutcome | undefined, context: ViewContext): ModalView {
  const { t } = context.locale;
  const blocks =
    outcome?.status === "paired"
      ? suspectBlocks(outcome.book, context)
      : [section(outcome === undefined ? t`One moment…` : exportReply(outcome, context).text)];
  return modal({ title: t`Look here first`, close: t`Close`, blocks });
}

function suspectBlocks({ pairs, glossary }: PairedBook, context: ViewContext): KnownBlock[] {
  const { t, counted, amount } = context.locale;
  const remarks = remarksIn(context);
  const suspects = findSuspects(pairs, glossary);
  const all = counted(pairs.length, "paragraph");
  const found = t`${suspects.length} of ${all} stand out. Mistakes within a sentence are not looked for.`;
  const rows = suspects.slice(0, mostShown).flatMap(({ row, doubts }) => {
    const { source = "", target = "" } = pairs[row] ?? {};
    const said = outside(remarkOf(doubts, { remarks }).replaceAll("\n", " · "), limits.passage);
    const texts = [source, target].filter((text) => text !== "");
    return [
      section(`*${amount(row + 1)}* · ${said}`),
      ...texts.map((text) => contextBlock(outside(text, textShown))),
    ];
  });
  return [section(found), ...rows];
}

/** Slack allows 100 blocks in a form. */
const mostShown = 20;
const textShown = 300;
