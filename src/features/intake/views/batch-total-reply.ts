import type { Quote } from "../../../core/quote.ts";
import { cardsAtOnce } from "../../../core/rules.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import type { Count, Sum } from "../rules/batch-record.ts";

/** What everything that was handed in together comes to, and how far the counting is. */
export function batchTotalReply(
  { batch }: Pick<Quote, "batch">,
  { rules, tongue }: ViewContext,
): Message {
  const { t, counted, listed } = tongue;
  const { parts, leftOut } = batch?.sum ?? noSum;
  const told = parts.flatMap(({ count }) => count ?? []);
  const priced = told.filter(({ status }) => status === "priced");
  const names = (codes: readonly string[]) =>
    listed([...new Set(codes)].map((code) => languageShown(code, rules.languages, tongue)));
  const files = new Set(parts.map(({ fileId }) => fileId)).size;
  const languages = names(parts.map(({ target }) => target));
  const length = counted(lengthOf(parts), "character");
  const price = counted(total(priced), "credit");
  return say(
    [
      `*${t`${counted(files, "manuscript")} into ${languages}: ${length}, ${price} at most.`}*`,
      t`That is the sum of ${counted(priced.length, "estimate")}; each is approved or declined on its own card.`,
      ...waitingWords(parts.length - told.length, tongue),
      ...strayWords(told, tongue),
      ...(leftOut.length === 0
        ? []
        : [
            t`I left out ${names(leftOut)}, since I take ${cardsAtOnce} estimates at once; \`/translate\` asks for more.`,
          ]),
    ].join(" "),
  );
}

const noSum: Sum = { thread: undefined, parts: [], leftOut: [] };

function lengthOf(parts: Sum["parts"]): number {
  const lengths = new Map(parts.map(({ fileId, count }) => [fileId, count?.characters ?? 0]));
  return [...lengths.values()].reduce((sum, length) => sum + length, 0);
}

function total(priced: readonly Count[]): number {
  return priced.reduce((sum, count) => sum + count.credits, 0);
}

function waitingWords(waiting: number, { t }: Tongue): readonly string[] {
  if (waiting === 0) return [];
  return waiting === 1
    ? [t`${waiting} more is still being counted.`]
    : [t`${waiting} more are still being counted.`];
}

function strayWords(told: readonly Count[], { t }: Tongue): readonly string[] {
  const number = (status: Count["status"]) => told.filter((one) => one.status === status).length;
  const [refused, needing] = [number("refused"), number("needs-language")];
  return [
    ...(refused === 0 ? [] : [t`${refused} could not be taken; the thread says why.`]),
    ...(needing === 0
      ? []
      : [
          needing === 1
            ? t`${needing} is in the language asked for already and costs nothing until another one is chosen.`
            : t`${needing} are in the language asked for already and cost nothing until another one is chosen.`,
        ]),
  ];
}
