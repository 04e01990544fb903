import { expect, test } from "vitest";

import { clicks, ready } from "../between-deeds.ts";
import { drawnForm } from "../book-deeds.ts";
import { sentSpending } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

type Person = Galley["slack"]["people"]["ana"];

/** Opens the rest of the request form, for a posted manuscript of a named book. */
async function opensOptions(galley: Galley, person: Person, book: string, name: string) {
  const { robin } = galley.slack.people;
  const content = `${name} says: the tide came in over the salt flats. `.repeat(20);
  const post = await robin.uploads("#translations", { name, content });
  await galley.card(post, /\[ Approve ·/u);
  await person.commands("/translate", "", { channel: "#translations" });
  await galley.slack.until(() => person.sees().modal?.submit !== undefined);
  person.fillsIn({ "request.recent": [name], "request.book": book });
  await person.clicks("modal", "request.more");
  return { post, form: await galley.slack.until(() => optionsSeen(galley, person)) };
}

function optionsSeen(galley: Galley, person: Person): string | false {
  const drawn = drawnForm(galley, person);
  return drawn?.includes("Needed by") === true && drawn;
}

test("a reference in the form stands in the receipt and the list, and is the book’s from then on", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  const { post } = await opensOptions(galley, robin, "The Lighthouse", "harbour.txt");
  robin.fillsIn({ "request.reference": "PO-4711" });
  await robin.submits();
  await clicks(galley, await galley.card(post, /\[ Approve ·/u), "quote.approve");
  const reply = await galley.reply(post, ready);
  await robin.clicks(reply, "task.more", { option: "receipt" });
  const receipt = galley.drawn(await galley.hears(robin, /Receipt/u));
  await ada.commands("/translate-usage", "csv", { channel: "#translations" });

  const later = await opensOptions(galley, robin, "The Lighthouse", "whale.txt");

  expect(receipt).toContain("PO-4711");
  expect(await sentSpending(galley)).toMatch(/reference[^]*PO-4711/u);
  expect(later.form).toContain("PO-4711");
});

test("a reference of one request comes before the book’s, which stays", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await opensOptions(galley, robin, "The Lighthouse", "harbour.txt");
  robin.fillsIn({ "request.reference": "PO-1" });
  await robin.submits();
  const second = await opensOptions(galley, robin, "The Lighthouse", "whale.txt");
  robin.fillsIn({ "request.reference": "PO-2" });
  await robin.submits();

  await clicks(galley, await galley.card(second.post, /\[ Approve ·/u), "quote.approve");
  const reply = await galley.reply(second.post, ready);
  await robin.clicks(reply, "task.more", { option: "receipt" });

  expect(galley.drawn(await galley.hears(robin, /Receipt/u))).toContain("PO-2");
  const third = await opensOptions(galley, robin, "The Lighthouse", "tide.txt");
  expect(third.form).toContain("PO-1");
});
