import type { Count, Sum } from "../../domain/bundle.ts";
import type { Quote } from "../../domain/quote.ts";
import { cardsAtOnce } from "../../domain/rules.ts";
import { type Message, say } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { amount, characters, counted, credits, languageShown } from "./words.ts";

/** What everything that was handed in together comes to, and how far the counting is. */
export function sumReply({ bundle }: Pick<Quote, "bundle">, desk: Desk): Message {
  const { parts, leftOut } = bundle?.sum ?? noSum;
  const told = parts.flatMap(({ count }) => count ?? []);
  const priced = told.filter(({ status }) => status === "priced");
  const names = (codes: readonly string[]) =>
    listFormat.format([...new Set(codes)].map((code) => languageShown(code, desk.rules.languages)));
  const files = new Set(parts.map(({ fileId }) => fileId)).size;
  const what = `${counted(files, "manuscript")} into ${names(parts.map(({ target }) => target))}`;
  return say(
    [
      `*${what}: ${characters(lengthOf(parts))}, ${credits(total(priced))} at most.*`,
      `That is the sum of ${counted(priced.length, "estimate")}; each is approved or declined on its own card.`,
      ...waitingWords(parts.length - told.length),
      ...strayWords(told),
      ...(leftOut.length === 0
        ? []
        : [
            `I left out ${names(leftOut)}, since I take ${amount(cardsAtOnce)} estimates at once; \`/translate\` asks for more.`,
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

function waitingWords(waiting: number): readonly string[] {
  return waiting === 0 ? [] : [`${amount(waiting)} more ${are(waiting)} still being counted.`];
}

function strayWords(told: readonly Count[]): readonly string[] {
  const number = (status: Count["status"]) => told.filter((one) => one.status === status).length;
  const [refused, needing] = [number("refused"), number("needs-language")];
  return [
    ...(refused === 0 ? [] : [`${amount(refused)} could not be taken; the thread says why.`]),
    ...(needing === 0
      ? []
      : [
          `${amount(needing)} ${are(needing)} in the language asked for already and cost${needing === 1 ? "s" : ""} nothing until another one is chosen.`,
        ]),
  ];
}

function are(number: number): string {
  return number === 1 ? "is" : "are";
}

const listFormat = new Intl.ListFormat("en");
