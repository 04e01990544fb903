import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { RowFault, TermFile } from "../rules/term-rows.ts";
import { termsInFile } from "../rules/term-rows.ts";

export type Changes = { readonly fresh: number; readonly changed: number; readonly same: number };

/** Returns what an import would change; mrkdwn. */
export function changesWords(
  { fresh, changed, same }: Changes,
  { name, whose }: { readonly name: string; readonly whose: string },
  { t, counted }: Tongue,
): string {
  const file = t`“${outside(name, limits.nameShown)}”`;
  const all = counted(fresh + changed + same, "term");
  const whether =
    fresh + changed === 0
      ? t`Nothing would change.`
      : t`Nothing is saved until you confirm. Changed terms were decided here before.`;
  return t`${file} has ${all} (${whose}): ${fresh} new, ${changed} changed, ${same} the same. ${whether}`;
}

/** Returns why a file was refused, with lines; mrkdwn. */
export function faultWords(
  { faults }: Extract<TermFile, { status: "refused" }>,
  name: string,
  tongue: Tongue,
): string {
  const { t } = tongue;
  const file = t`“${outside(name, limits.nameShown)}”`;
  const more = faults.length - faultsShown;
  return [
    t`I couldn’t import ${file}, and nothing was changed:`,
    ...faults.slice(0, faultsShown).map((fault) => `• ${lineWords(fault, tongue)}`),
    ...(more > 0 ? [t`and {${more}, plural, one {# more line} other {# more lines}}.`] : []),
  ].join("\n");
}

function lineWords({ line, why }: RowFault, tongue: Tongue): string {
  const words = whyWords(why, tongue);
  return line === undefined ? words : tongue.t`line ${line}: ${words}`;
}

function whyWords(why: RowFault["why"], { t, counted }: Tongue): string {
  switch (why) {
    case "no-terms":
      return t`it has no terms. It needs two columns, “source” and “target”.`;
    case "too-many":
      return t`it has more than ${counted(termsInFile, "term")}. Please split it.`;
    case "no-source":
      return t`there is a translation, but no term.`;
    case "no-target":
      return t`there is a term, but no translation.`;
    case "too-long":
      return t`this is too long for a name.`;
    case "two-targets":
      return t`the same term has another translation on an earlier line.`;
    case "unreadable":
      return t`it isn’t a table I can read. Please save it as CSV (UTF-8), JSON or TBX.`;
    case "unavailable":
      return t`Slack doesn’t let me read it. Please post it again.`;
    case "too-large":
      return t`it is too large for a glossary.`;
  }
}

const faultsShown = 10;
