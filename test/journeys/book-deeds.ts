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
