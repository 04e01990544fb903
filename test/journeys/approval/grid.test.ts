import { expect, test } from "vitest";

import { orders, quoted } from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("an approver whose home is another workspace of the Enterprise Grid approves", async () => {
  await using galley = await openGalley();
  const { people, state } = galley.slack;
  const grid = { home: "T0HOME", teams: ["T0HOME", state.app.team.id] };
  state.people.change(people.ana.about(), { grid });
  const { post, card } = await quoted(galley);

  await people.ana.clicks(card, "quote.approve");

  await galley.card(post, /✅ Done/u);
  expect((await orders(galley)).tasks).toHaveLength(1);
});

test("an approver whose form Slack sends in the name of their home workspace declines", async () => {
  await using galley = await openGalley();
  const { people, state } = galley.slack;
  const grid = { home: "T0HOME", teams: ["T0HOME", state.app.team.id] };
  state.people.change(people.ana.about(), { grid });
  const { post, card } = await quoted(galley);

  await people.ana.clicks(card, "quote.decline");
  await galley.slack.until(() => people.ana.sees().modal);
  await people.ana.submits();

  await galley.card(post, /Declined by Ana/u);
  expect((await orders(galley)).tasks).toEqual([]);
});

test("an approver of another workspace of the Enterprise Grid approves nothing", async () => {
  await using galley = await openGalley();
  const { people, state } = galley.slack;
  state.people.change(people.ana.about(), { grid: { home: undefined, teams: ["T0HOME"] } });
  const { card } = await quoted(galley);

  await people.ana.clicks(card, "quote.approve");

  await galley.hears(people.ana, /Only .* can do this. Nothing was changed/u);
  expect((await orders(galley)).tasks).toEqual([]);
});
