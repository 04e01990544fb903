import { describe, expect, test } from "vitest";

import { createPeople } from "../../src/slack/people.ts";
import { minute } from "../builders.ts";
import { aSlack } from "./world.ts";

async function aHouse() {
  const world = await aSlack();
  const { slack } = world;
  const clock = { now: 0 };
  const people = createPeople({
    client: world.clients.once,
    workspace: slack.state.app.team.id,
    admins: [slack.people.ada.id],
    approvers: [slack.approvers.id, slack.people.sam.id],
    now: () => clock.now,
  });
  const calls = (name: string) => slack.exchanges().filter((one) => one.name === name).length;
  return { ...world, people, clock, calls };
}

describe("a person", () => {
  test("of the workspace is a member", async () => {
    await using house = await aHouse();
    const { robin } = house.slack.people;

    expect(await house.people.find(robin.id)).toEqual({
      id: robin.id,
      isMember: true,
      utcOffsetMs: 0,
    });
  });

  test.each([
    ["a guest", { isRestricted: true }],
    ["a guest of one channel", { isUltraRestricted: true }],
    ["a stranger from a shared channel", { isStranger: true }],
    ["a bot", { isBot: true }],
    ["somebody who has left", { isDeleted: true }],
  ])("is no member as %s", async (_, changes) => {
    await using house = await aHouse();
    const { id } = house.slack.people.add({ name: "kim", ...changes });

    expect((await house.people.find(id)).isMember).toBe(false);
  });

  test.each([
    ["whose home Slack does not name", undefined],
    ["whose home is another workspace", "T0HOME"],
  ])("of an Enterprise Grid, %s, is a member where they belong to", async (_, home) => {
    await using house = await aHouse();
    const { people, state } = house.slack;
    const here = people.add({ name: "kim", grid: { home, teams: ["T0HOME", state.app.team.id] } });
    const elsewhere = people.add({ name: "lee", grid: { home, teams: ["T0HOME"] } });

    expect((await house.people.find(here.id)).isMember).toBe(true);
    expect((await house.people.find(elsewhere.id)).isMember).toBe(false);
  });

  test("whom Slack cannot tell of is nobody: the question is not answered", async () => {
    await using house = await aHouse();
    const { robin } = house.slack.people;
    house.slack.faults.onCall("users.info", { fault: "500-before" });

    await expect(house.people.find(robin.id)).rejects.toThrow(/500/u);
    expect((await house.people.find(robin.id)).isMember).toBe(true);
  });

  test("is asked for once a minute, and once by many at the same moment", async () => {
    await using house = await aHouse();
    const { robin } = house.slack.people;

    await Promise.all([1, 2, 3].map(() => house.people.find(robin.id)));
    house.clock.now += minute - 1;
    await house.people.find(robin.id);
    expect(house.calls("users.info")).toBe(1);
    house.clock.now += 1;
    await house.people.find(robin.id);

    expect(house.calls("users.info")).toBe(2);
  });

  test("is asked for anew where it has to be as of now", async () => {
    await using house = await aHouse();
    const { robin } = house.slack.people;
    await house.people.find(robin.id);
    house.slack.state.people.change(robin.about(), { isDeleted: true });

    expect((await house.people.find(robin.id, "now")).isMember).toBe(false);
    expect((await house.people.find(robin.id)).isMember).toBe(false);
  });

  test("who is deactivated has no rights a minute later", async () => {
    await using house = await aHouse();
    const { robin } = house.slack.people;
    await house.people.find(robin.id);
    house.slack.state.people.change(robin.about(), { isDeleted: true });

    house.clock.now += minute;

    expect((await house.people.find(robin.id)).isMember).toBe(false);
  });
});

describe("the roles", () => {
  test("are the people listed and the members of the groups listed", async () => {
    await using house = await aHouse();
    const { ada, ana, sam } = house.slack.people;

    expect(await house.people.roles()).toEqual({
      admins: new Set([ada.id]),
      approvers: new Set([ana.id, sam.id]),
    });
  });

  test("are unknown while a group cannot be read, and known as soon as it can", async () => {
    await using house = await aHouse();
    house.slack.faults.onCall("usergroups.users.list", { fault: "refused", error: "fatal_error" });

    await expect(house.people.roles()).rejects.toThrow("fatal_error");
    expect((await house.people.roles()).approvers.size).toBe(2);
  });

  test("are not remembered beyond a minute, though the group cannot be read any more", async () => {
    await using house = await aHouse();
    await house.people.roles();
    const gone = { fault: "refused", error: "no_such_subteam" } as const;
    house.slack.faults.onCall("usergroups.users.list", gone, 2);

    house.clock.now += minute - 1;
    expect((await house.people.roles()).approvers.size).toBe(2);
    house.clock.now += 1;
    await expect(house.people.roles()).rejects.toThrow("no_such_subteam");
  });

  test("as of now end with leaving the group, and are unknown while it cannot be read", async () => {
    await using house = await aHouse();
    await house.people.roles();
    house.slack.state.people.setGroupMembers(house.slack.approvers, []);

    expect((await house.people.roles("now")).approvers).toEqual(
      new Set([house.slack.people.sam.id]),
    );
    house.slack.faults.onCall("usergroups.users.list", { fault: "500-before" });
    await expect(house.people.roles("now")).rejects.toThrow(/500/u);
  });

  test("ask Slack of no user group where none is listed", async () => {
    await using house = await aHouse();
    const { ada, sam } = house.slack.people;
    const client = house.clients.once;
    const people = createPeople({
      client,
      workspace: house.slack.state.app.team.id,
      admins: [ada.id],
      approvers: [sam.id],
      now: () => 0,
    });

    expect((await people.roles("now")).approvers).toEqual(new Set([sam.id]));
    expect(house.calls("usergroups.users.list")).toBe(0);
  });

  test("end for an approver within a minute of leaving the group", async () => {
    await using house = await aHouse();
    await house.people.roles();
    house.slack.state.people.setGroupMembers(house.slack.approvers, []);

    house.clock.now += minute;

    expect((await house.people.roles()).approvers).toEqual(new Set([house.slack.people.sam.id]));
  });
});

test("who is in a conversation is asked each time", async () => {
  await using house = await aHouse();
  const { slack, people } = house;
  const outsider = slack.people.add({ name: "kim" });

  expect(await people.isIn(slack.translations.id, slack.people.robin.id)).toBe(true);
  expect(await people.isIn(slack.translations.id, outsider.id)).toBe(false);
  slack.faults.onCall("conversations.members", { fault: "500-before" });
  await expect(people.isIn(slack.translations.id, slack.people.robin.id)).rejects.toThrow(/500/u);
});
