import { describe, expect, test } from "vitest";

import { createPeople } from "#slack/people.ts";

import { minute, second } from "../builders.ts";
import { aSlack } from "./world.ts";

async function aGalley() {
  const world = await aSlack();
  const { slack } = world;
  const clock = { now: 0 };
  const groups: (readonly [group: string, code: string | undefined])[] = [];
  const people = createPeople({
    client: world.clients.once,
    workspace: slack.state.app.team.id,
    admins: [slack.people.ada.id],
    approvers: [slack.approvers.id, slack.people.sam.id],
    now: () => clock.now,
    onGroup: (...answer) => groups.push(answer),
  });
  const calls = (name: string) => slack.exchanges().filter((one) => one.name === name).length;
  return { ...world, people, clock, calls, groups };
}

describe("a person", () => {
  test("of the workspace is a member", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;

    expect(await galley.people.find(robin.id)).toMatchObject({
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
    await using galley = await aGalley();
    const { id } = galley.slack.people.add({ name: "kim", ...changes });

    expect((await galley.people.find(id)).isMember).toBe(false);
  });

  test.each([
    ["whose home Slack does not name", undefined],
    ["whose home is another workspace", "T0HOME"],
  ])("of an Enterprise Grid, %s, is a member where they belong to", async (_, home) => {
    await using galley = await aGalley();
    const { people, state } = galley.slack;
    const here = people.add({ name: "kim", grid: { home, teams: ["T0HOME", state.app.team.id] } });
    const elsewhere = people.add({ name: "lee", grid: { home, teams: ["T0HOME"] } });

    expect((await galley.people.find(here.id)).isMember).toBe(true);
    expect((await galley.people.find(elsewhere.id)).isMember).toBe(false);
  });

  test("whom Slack cannot tell of is nobody: the question is not answered", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;
    galley.slack.faults.onCall("users.info", { fault: "500-before" });

    await expect(galley.people.find(robin.id)).rejects.toThrow(/500/u);
    expect((await galley.people.find(robin.id)).isMember).toBe(true);
  });

  test("is asked for once a minute, and once by many at the same moment", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;

    await Promise.all([1, 2, 3].map(() => galley.people.find(robin.id)));
    galley.clock.now += minute - 1;
    await galley.people.find(robin.id);
    expect(galley.calls("users.info")).toBe(1);
    galley.clock.now += 1;
    await galley.people.find(robin.id);

    expect(galley.calls("users.info")).toBe(2);
  });

  test("is asked for anew where it has to be as of now", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;
    await galley.people.find(robin.id);
    galley.slack.state.people.change(robin.about(), { isDeleted: true });

    expect((await galley.people.find(robin.id, "now")).isMember).toBe(false);
    expect((await galley.people.find(robin.id)).isMember).toBe(false);
  });

  test("is asked for again after a change, even if an answer was on its way", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;
    const early = galley.people.find(robin.id);
    galley.people.forget(robin.id);
    galley.slack.state.people.change(robin.about(), { isDeleted: true });
    await early;

    expect((await galley.people.find(robin.id)).isMember).toBe(false);
    await galley.people.find(robin.id);

    expect(galley.calls("users.info")).toBe(2);
  });

  test("who is deactivated has no rights a minute later", async () => {
    await using galley = await aGalley();
    const { robin } = galley.slack.people;
    await galley.people.find(robin.id);
    galley.slack.state.people.change(robin.about(), { isDeleted: true });

    galley.clock.now += minute;

    expect((await galley.people.find(robin.id)).isMember).toBe(false);
  });
});

describe("the roles", () => {
  test("are the people listed and the members of the groups listed", async () => {
    await using galley = await aGalley();
    const { ada, ana, sam } = galley.slack.people;

    expect(await galley.people.roles()).toEqual({
      admins: new Set([ada.id]),
      approvers: new Set([ana.id, sam.id]),
    });
  });

  test("are unknown while a group cannot be read, and known as soon as it can", async () => {
    await using galley = await aGalley();
    galley.slack.faults.onCall("usergroups.users.list", { fault: "refused", error: "fatal_error" });

    await expect(galley.people.roles()).rejects.toThrow("fatal_error");
    expect((await galley.people.roles()).approvers.size).toBe(2);
  });

  test("of a group that is gone are not remembered beyond a minute, and ids hold", async () => {
    await using galley = await aGalley();
    await galley.people.roles();
    const gone = { fault: "refused", error: "no_such_subteam" } as const;
    galley.slack.faults.onCall("usergroups.users.list", gone);

    galley.clock.now += minute - 1;
    expect((await galley.people.roles()).approvers.size).toBe(2);
    galley.clock.now += 1;
    expect(await galley.people.roles()).toEqual({
      admins: new Set([galley.slack.people.ada.id]),
      approvers: new Set([galley.slack.people.sam.id]),
    });
    galley.clock.now += minute;
    expect((await galley.people.roles()).approvers.size).toBe(2);
    expect(galley.groups).toEqual(
      [undefined, "no_such_subteam", undefined].map((code) => [galley.slack.approvers.id, code]),
    );
  });

  test("as of now end with leaving the group, and are unknown while it cannot be read", async () => {
    await using galley = await aGalley();
    await galley.people.roles();
    galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
    galley.clock.now += 5 * second;

    expect((await galley.people.roles("now")).approvers).toEqual(
      new Set([galley.slack.people.sam.id]),
    );
    galley.slack.faults.onCall("usergroups.users.list", { fault: "500-before" });
    galley.clock.now += 5 * second;
    await expect(galley.people.roles("now")).rejects.toThrow(/500/u);
    const { sam } = galley.slack.people;
    galley.slack.faults.onCall("usergroups.users.list", { fault: "500-before" });
    const roles = await galley.people.roles("now", { person: sam.id });
    expect(roles.approvers.has(sam.id)).toBe(true);
  });

  test("as of now are asked for once by many clicks, and are a minute old when Slack is busy", async () => {
    await using galley = await aGalley();
    const read = () => galley.people.roles("now");
    await Promise.all(Array.from({ length: 30 }, read));
    expect(galley.calls("usergroups.users.list")).toBe(1);

    galley.clock.now += 5 * second;
    const busy = { fault: "rate-limited", retryAfter: "30" } as const;
    galley.slack.faults.onCall("usergroups.users.list", busy, 2);

    expect((await read()).approvers.size).toBe(2);
  });

  test("as of now are read anew for each click, and are seconds old only near Slack's limit", async () => {
    await using galley = await aGalley();
    const { people, state } = galley.slack;
    const { ana } = people;
    const mayAsk: boolean[] = [];
    for (let click = 0; click < 30; click += 1) {
      const members = click % 2 === 0 ? [] : [ana.id];
      state.people.setGroupMembers(galley.slack.approvers, members);
      mayAsk.push((await galley.people.roles("now")).approvers.has(ana.id));
    }

    expect(mayAsk.slice(0, 15)).toEqual(mayAsk.slice(0, 15).map((_, click) => click % 2 === 1));
    expect(galley.calls("usergroups.users.list")).toBe(15);
    galley.clock.now += 5 * second;
    await galley.people.roles("now");
    expect(galley.calls("usergroups.users.list")).toBe(16);
  });

  test("ask Slack of no user group where none is listed", async () => {
    await using galley = await aGalley();
    const { ada, sam } = galley.slack.people;
    const client = galley.clients.once;
    const people = createPeople({
      client,
      workspace: galley.slack.state.app.team.id,
      admins: [ada.id],
      approvers: [sam.id],
      now: () => 0,
    });

    expect((await people.roles("now")).approvers).toEqual(new Set([sam.id]));
    expect(galley.calls("usergroups.users.list")).toBe(0);
  });

  test("end for an approver within a minute of leaving the group", async () => {
    await using galley = await aGalley();
    await galley.people.roles();
    galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);

    galley.clock.now += minute;

    expect((await galley.people.roles()).approvers).toEqual(new Set([galley.slack.people.sam.id]));
  });
});

test("who is in a conversation is asked each time", async () => {
  await using galley = await aGalley();
  const { slack, people } = galley;
  const outsider = slack.people.add({ name: "kim" });

  expect(await people.isIn(slack.translations.id, slack.people.robin.id)).toBe(true);
  expect(await people.isIn(slack.translations.id, outsider.id)).toBe(false);
  slack.faults.onCall("conversations.members", { fault: "500-before" });
  await expect(people.isIn(slack.translations.id, slack.people.robin.id)).rejects.toThrow(/500/u);
});
