import { expect, test } from "vitest";

import { type Galley, openGalley } from "../galley.ts";

type Person = Galley["slack"]["people"]["ana"];

/** What Slack was asked about people, and how it was told of their changes. */
function heard({ slack }: Galley, name: string) {
  return slack.exchanges().filter((one) => one.name === name);
}

async function changes(galley: Galley, person: Person, update: object): Promise<void> {
  galley.slack.state.people.change(person.about(), update);
  await galley.slack.deliveries.settled();
}

async function helped(galley: Galley, person: Person, words: RegExp): Promise<string> {
  await person.commands("/translate", "help", { channel: "#translations" });
  return galley.drawn(await galley.hears(person, words));
}

test("a person is answered in a new language at once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const before = await helped(galley, robin, /\/translate status/u);

  await changes(galley, robin, { locale: "de-DE" });

  expect(before).toContain("lists your manuscripts");
  expect(await helped(galley, robin, /Ihre Manuskripte/u)).not.toBe(before);
});

test("who becomes a guest is refused at once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await robin.commands("/translate", "", { channel: "#translations" });
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  await robin.closes();

  await changes(galley, robin, { isRestricted: true });
  await robin.commands("/translate", "", { channel: "#translations" });

  await galley.hears(robin, /Only full members of this workspace/u);
  expect(robin.sees().modal).toBeUndefined();
});

test("changes of people whom nobody knows cost no question and no write", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const before = heard(galley, "users.info").length;

  galley.store.isDown = true;
  await changes(galley, sam, { locale: "fr-FR" });

  expect(heard(galley, "user_change")).toMatchObject([{ outcome: "200" }]);
  expect(heard(galley, "users.info")).toHaveLength(before);
});
