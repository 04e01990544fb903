import type { Quote } from "#domain/quote.ts";
import { intersection, lengthOf } from "#domain/slice.ts";
import { type Task, isLive, isPaid } from "#domain/task.ts";
import { parseQuote } from "#store/quotes.ts";

import { type Story, type Text, saidBy } from "./cards.ts";
import type { Purchase } from "./purchase.ts";
import { quotesIn } from "./store.ts";
import type { World } from "./world.ts";

export function purchasesNow(story: Story, world: World): readonly Purchase[] {
  return quotesOf(world).flatMap((quote) => purchasesOn(story, quote));
}

/** Adds the runs that were approved before the store went back, and what their approvers had read. */
export function withBefore(
  before: readonly Purchase[],
  now: readonly Purchase[],
): readonly Purchase[] {
  const kept = now.map((one) => {
    const { said = [], told = 0 } = before.find(({ key }) => key === one.key) ?? {};
    return said.length === 0
      ? one
      : { ...one, said: [...one.said, ...said], told: one.told + told };
  });
  return [...kept, ...before.filter(({ key }) => !now.some((one) => one.key === key))];
}

function offerNoted({ request: { details } }: Quote, key: string): string | undefined {
  return details?.note
    ?.split(" ")
    .find((one) => one.startsWith(`${key}=`))
    ?.slice(key.length + 1);
}

export function quotesOf({ store }: World): readonly Quote[] {
  return quotesIn(store).map(([, record]) => quoteOf(record));
}

export function quoteOf(record: string): Quote {
  const quote = quotes.get(record) ?? parseQuote(record);
  quotes.set(record, quote);
  return quote;
}

const quotes = new Map<string, Quote>();

function purchasesOn({ texts }: Story, quote: Quote): readonly Purchase[] {
  const text = texts.find(({ sha256 }) => isOf(quote, sha256));
  if (text === undefined) return [];
  return quote.tasks
    .filter(isPaid)
    .filter(isLive)
    .map((task) => ({
      key: task.key,
      card: quote.id,
      pieces: piecesOf(text, task),
      said: saidBy(offerNoted(quote, task.key)).exists,
      told: saidBy(offerNoted(quote, task.key)).told,
      passages: passagesOf(text, task),
      price: task.price,
      status: task.state.status,
      isTold: quote.notices.some(
        ({ about }) =>
          about.kind === "tell-admins" && about.topic === "charged-twice" && about.key === task.key,
      ),
      requester: quote.request.by,
      manuscript: `${text.sha256} ${task.target}`,
      approval: task.approval,
    }));
}

function isOf({ reading }: Quote, sha256: string): boolean {
  return reading.status === "read" && reading.manuscript.textSha256 === sha256;
}

function passagesOf({ passages = [], characters }: Text, { slice }: Task) {
  const sold = slice ?? [{ from: 0, to: characters }];
  return Object.fromEntries(
    passages.map(({ name, start, characters: length }) => [
      name,
      lengthOf(intersection(sold, [{ from: start, to: start + length }])),
    ]),
  );
}

/** Returns the pieces that may be charged once, by names that are the same in every text. */
function piecesOf({ sha256, characters, chapters }: Text, task: Task): readonly string[] {
  const { target } = task;
  const kind = `${task.kind} ${target}`;
  if (task.kind !== "translation") return [`${kind} opening of ${sha256}`];
  const slice = task.slice ?? [{ from: 0, to: characters }];
  if (chapters.length === 0) return [`${kind} ${sha256}`];
  return chapters
    .filter(({ start, characters: length }) =>
      slice.some(({ from, to }) => from <= start && start + length <= to),
    )
    .map(({ name }) => `${kind} ${name}`);
}
