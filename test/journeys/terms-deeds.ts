import * as json from "../../src/sandbox/slack/json.ts";
import { extracts, quoted } from "./deeds.ts";
import type { House } from "./house.ts";

export type Person = House["slack"]["people"]["ana"];

export const namesStory = [
  "Chapter One",
  "Marlow Finch came home. The Lantern House was dark. Ilse Brandt waited for Marlow Finch.",
  "Ilse Brandt opened the Lantern House, and Marlow Finch went in. “Ilse Brandt,” he said.",
].join("\n\n");

/** Robin posts a story, Ana buys its glossary, and it has come. */
export async function withGlossary(house: House) {
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, namesStory);
  await extracts(house, ana, card);
  const reply = await house.reply(post, /glossary of “harbour.txt” is ready/u);
  return { post, card, reply };
}

/** The form as blocks; waits until it is there. */
export async function reviews(
  house: House,
  person: Person,
  reply: Parameters<Person["clicks"]>[0],
) {
  if (person.sees().modal !== undefined) await person.closes();
  await person.clicks(reply, "terms.open");
  await termsOpened(house, person);
}

/** Until the form stands there with all that it has to show. */
export async function termsOpened(house: House, person: Person) {
  const loading = "I am looking up the terms…";
  await house.slack.until(
    () => person.sees().modal !== undefined && !shownTo(person).includes(loading),
  );
}

/** Labels of the fields with their values, in order. */
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

/** Everything that the form says, as one text. */
export function shownTo(person: Person): string {
  return JSON.stringify(person.sees().modal?.blocks ?? []);
}
