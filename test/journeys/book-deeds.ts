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
  entries: Readonly<Record<string, string>>,
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
