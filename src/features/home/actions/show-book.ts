import type { Desk } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, costOf, hasEnded, isPaid } from "../../../core/task.ts";
import { rolesIn } from "../../approval/actions/roles-in.ts";
import { maySpend } from "../../approval/rules/rights.ts";
import { languagesOf } from "../../glossary/rules/glossary.ts";

/** One book, over its newest manuscripts. */
export type BookPage = {
  readonly book: string;
  readonly manuscripts: readonly Quote[];
  readonly isMore: boolean;
  /** Code points. */
  readonly characters: number;
  readonly chapters: number;
  readonly languages: readonly string[];
  /** Terms that were decided on, by language. */
  readonly terms: readonly { readonly language: string; readonly count: number }[];
  /** Credits that runs on these manuscripts came to. */
  readonly spent: number;
};

/**
 * What there is to know of a book in one place. Those who may spend see all of it, others what they asked
 * for themselves; undefined where that is nothing.
 */
export async function showBook(
  desk: Pick<Desk, "ledger" | "people" | "settings" | "terms" | "now">,
  asked: { readonly workspace: string; readonly person: string; readonly book: string },
): Promise<BookPage | undefined> {
  const { workspace, book } = asked;
  const [person, roles, quotes, base] = await Promise.all([
    desk.people.find(asked.person),
    rolesIn(desk, workspace),
    desk.ledger.list("book", `${workspace}/${book}`, { offset: 0, limit: looked + 1 }),
    desk.terms.read(`${workspace}/book/${book}`),
  ]);
  const seesAll = person.workspace === workspace && maySpend(person, roles);
  const manuscripts = quotes.filter(({ requester }) => seesAll || requester === asked.person);
  if (manuscripts.length === 0) return undefined;
  const texts = new Map(manuscripts.map((quote) => [quote.file.id, manuscriptOf(quote)]));
  const total = (count: (text: ReturnType<typeof manuscriptOf>) => number) =>
    [...texts.values()].reduce((sum, text) => sum + count(text), 0);
  return {
    book,
    manuscripts: manuscripts.slice(0, looked),
    isMore: quotes.length > looked,
    characters: total((text) => text?.characters ?? 0),
    chapters: total((text) => text?.chapters.length ?? 0),
    languages: [...new Set(manuscripts.map(({ target }) => target))],
    terms: languagesOf(base),
    spent: manuscripts
      .flatMap(({ tasks }) => tasks.filter(hasCost))
      .reduce((sum, task) => sum + costOf(task), 0),
  };
}

function hasCost(task: Task): boolean {
  return isPaid(task) && hasEnded(task) && task.state.status !== "rejected";
}

const looked = 50;
