import { expect, test } from "vitest";

import { orders, quoted } from "./deeds.ts";
import { openHouse } from "./house.ts";

test("an approver whose home is another workspace of the Enterprise Grid approves", async () => {
  await using house = await openHouse();
  const { people, state } = house.slack;
  const grid = { home: "T0HOME", teams: ["T0HOME", state.app.team.id] };
  state.people.change(people.ana.about(), { grid });
  const { post, card } = await quoted(house);

  await people.ana.clicks(card, "quote.approve");

  await house.card(post, /✅ Done/u);
  expect((await orders(house)).tasks).toHaveLength(1);
});

test("an approver whose form Slack sends in the name of their home workspace declines", async () => {
  await using house = await openHouse();
  const { people, state } = house.slack;
  const grid = { home: "T0HOME", teams: ["T0HOME", state.app.team.id] };
  state.people.change(people.ana.about(), { grid });
  const { post, card } = await quoted(house);

  await people.ana.clicks(card, "quote.decline");
  await house.slack.until(() => people.ana.sees().modal);
  await people.ana.submits();

  await house.card(post, /Declined by Ana/u);
  expect((await orders(house)).tasks).toEqual([]);
});

test("an approver of another workspace of the Enterprise Grid approves nothing", async () => {
  await using house = await openHouse();
  const { people, state } = house.slack;
  state.people.change(people.ana.about(), { grid: { home: undefined, teams: ["T0HOME"] } });
  const { card } = await quoted(house);

  await people.ana.clicks(card, "quote.approve");

  await house.hears(people.ana, /Nothing was charged/u);
  expect((await orders(house)).tasks).toEqual([]);
});
