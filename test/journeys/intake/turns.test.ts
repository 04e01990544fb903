import { expect, test } from "vitest";

import { openGalley } from "../galley.ts";

test("another person’s first card comes while one person’s many files still wait", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const many = 200;
  const uploads = Array.from({ length: many }, (_, n) =>
    robin.uploads("#translations", { name: `${n}.txt`, content: `The harbour ${n} was dark.` }),
  );
  const [first] = await Promise.all(uploads);

  const direct = await sam.uploads(galley.slack.channels.direct(sam.id).id, {
    name: "mine.txt",
    content: "It rained.",
  });
  await galley.card(direct, /Approve ·/u);

  expect(galley.cards(first?.channel ?? "").length).toBeLessThan(many);
});
