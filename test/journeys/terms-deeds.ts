import * as json from "#sandbox/slack/json.ts";

import { extracts, quoted } from "./deeds.ts";
import type { Galley } from "./galley.ts";

export type Person = Galley["slack"]["people"]["ana"];

export const namesStory = [
  "Chapter One",
  "Marlow Finch came home. The Lantern House was dark. Ilse Brandt waited for Marlow Finch.",
  "Ilse Brandt opened the Lantern House, and Marlow Finch went in. “Ilse Brandt,” he said.",
].join("\n\n");

/** Robin posts a story, Ana extracts its glossary, and the glossary has come. */
export async function withGlossary(galley: Galley) {
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley, namesStory);
  await extracts(galley, ana, card);
  const reply = await galley.reply(post, /glossary of “harbour” is ready/u);
  return { post, card, reply };
}

/** Opens the form with the terms and waits until it shows them. */
export async function reviews(
  galley: Galley,
  person: Person,
  reply: Parameters<Person["clicks"]>[0],
) {
  if (person.sees().modal !== undefined) await person.closes();
  await person.clicks(reply, "terms.open");
  await termsOpened(galley, person);
}

/** Waits until the form shows its terms. */
export async function termsOpened(galley: Galley, person: Person) {
  const loading = "One moment…";
  await galley.slack.until(
    () => person.sees().modal !== undefined && !shownTo(person).includes(loading),
  );
}

/** Returns the rows of the form in order: term, translation, hint and block id. */
export function fieldsOf(person: Person) {
  const view = person.sees().modal;
  const blocks = view?.blocks ?? [];
  return blocks
    .filter((block) => String(block["block_id"]).startsWith("terms.row."))
    .map((block) => {
      const [label, element] = ["label", "element"].map((part) => json.fieldsOf(block[part]));
      const facts = json.listOf(blocks[blocks.indexOf(block) + 1]?.["elements"])[0];
      return {
        term: json.textOf(label?.["text"]),
        target: json.textOf(element?.["initial_value"]),
        hint: json.textOf(json.fieldsOf(facts)["text"]),
        block: json.textOf(block["block_id"]),
      };
    });
}

export function fieldOf(person: Person, term: string) {
  const found = fieldsOf(person).find((field) => field.term === term);
  if (found === undefined) throw new Error(`the form has no field for ${term}`);
  return found;
}

export function shownTo(person: Person): string {
  return JSON.stringify(person.sees().modal?.blocks ?? []);
}
