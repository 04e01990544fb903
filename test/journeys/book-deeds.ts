import type { Message } from "#sandbox/slack/model.ts";

import { opens } from "./deeds.ts";
import type { Galley } from "./galley.ts";

type Person = Galley["slack"]["people"]["ana"];

/** Asks for a book by its name, and returns the page that opens. */
export async function asksForBook(
  galley: Galley,
  person: Person,
  name: string,
  channel = "#translations",
): Promise<string> {
  if (person.sees().modal !== undefined) await person.closes();
  await person.commands("/translate", `book ${name}`, { channel });
  return await formSeen(galley, person);
}

/** Returns the open form, once it is filled. */
export async function formSeen({ slack }: Galley, person: Person): Promise<string> {
  return await slack.until(() => {
    const { modal } = person.sees();
    const drawn = modal && slack.draw.view(modal, { columns: 1000 });
    return drawn?.includes("One moment") === false && drawn;
  });
}

/** Opens the form of a card's book, fills it in and sends it; returns what is refused. */
export async function changesBook(
  galley: Galley,
  person: Person,
  card: Message,
  entries: Readonly<Record<string, string | readonly string[]>>,
) {
  await opensBookForm(galley, person, card);
  person.fillsIn(entries);
  return await person.submits();
}

/** Opens the form of a card's book, and returns it. */
export async function opensBookForm(galley: Galley, person: Person, card: Message) {
  await opens(galley, person, { card, item: "glossary" });
  await person.clicks("modal", "book.edit");
  return await galley.slack.until(() => {
    const { modal } = person.sees();
    const drawn = modal && galley.slack.draw.view(modal, { columns: 1000 });
    return drawn?.includes("belongs to") === true && drawn;
  });
}

/** Opens the page of a book, and chooses the book that it is merged into; returns what would change. */
export async function choosesMerge(
  galley: Galley,
  person: Person,
  {
    book,
    into,
    channel,
  }: { readonly book: string; readonly into: string; readonly channel?: string },
): Promise<string> {
  await opensMergeForm(galley, person, { book, channel });
  person.fillsIn({ "merge.into": into });
  await person.submits();
  return await formSeen(galley, person);
}

/** Opens the page of a book, and the form in which another one is chosen; returns the form. */
export async function opensMergeForm(
  galley: Galley,
  person: Person,
  { book, channel }: { readonly book: string; readonly channel?: string | undefined },
): Promise<string> {
  await asksForBook(galley, person, book, channel);
  await person.clicks("modal", "book.merge");
  return await galley.slack.until(() => {
    const drawn = drawnForm(galley, person);
    return drawn?.includes(`Merge “`) === true && drawn;
  });
}

/** Sends the form that says what a merge changes; returns its outcome. */
export async function sendsMerge(
  galley: Galley,
  person: Person,
  entries: Readonly<Record<string, string>> = {},
): Promise<string> {
  person.fillsIn(entries);
  await person.submits();
  return await formSeen(galley, person);
}

export function drawnForm({ slack }: Galley, person: Person): string | undefined {
  const { modal } = person.sees();
  return modal && slack.draw.view(modal, { columns: 1000 });
}
