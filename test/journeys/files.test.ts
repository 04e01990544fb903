import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { Message, SlackFile } from "../../src/sandbox/slack/model.ts";
import { translated } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const settleMs = 31_000;

test("the button posts the translation into the thread, named by its language, once", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { post, reply } = await translated(house);

  await sam.clicks(reply, "task.post_file");
  await sam.clicks(reply, "task.post_file", { screen: "stale" });
  const file = await posted(house);
  const said = await house.reply(post, /The file is in this thread\./u);
  await sam.clicks(reply, "task.post_file", { screen: "stale" });
  await house.hears(sam, /The file is already in this thread/u);

  expect(file.name).toBe("harbour.fr.txt");
  expect(await readFile(file.path ?? "", "utf8")).toContain("Marlow Finch");
  expect(house.drawn(said)).not.toContain("[ Post in thread ]");
  expect(sharesIn(house, post)).toHaveLength(1);
  expect(house.slack.books.botUploads()).toHaveLength(1);
});

test("a file that was deleted is posted anew when somebody asks for it", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, reply } = await translated(house);
  await ana.clicks(reply, "task.post_file");
  await house.reply(post, /The file is in this thread\./u);
  await ana.deletesFile(await posted(house));

  await ana.clicks(reply, "task.more", { option: "file" });
  await house.slack.until(() => house.slack.books.botUploads().length === 2);
  await house.reply(post, /The file is in this thread\./u);

  expect(house.slack.books.botUploads()).toHaveLength(2);
});

test("where files are wanted each translation is posted, and there is no link", async () => {
  await using house = await openHouse();
  await sets(house, { channel_delivery: "file" });

  const { post } = await translated(house);
  const file = await posted(house);
  const reply = await house.reply(post, /The file is in this thread\./u);

  expect(file.name).toBe("harbour.fr.txt");
  expect(house.drawn(reply)).not.toContain("[ Download ]");
});

test("where both are wanted there is a file and a link", async () => {
  await using house = await openHouse();
  await sets(house, { delivery: "both" });

  const { post } = await translated(house);
  const reply = await house.reply(post, /The file is in this thread\./u);

  expect(house.drawn(reply)).toContain("[ Download ]");
  expect(sharesIn(house, post)).toHaveLength(1);
});

test.for(["files.completeUploadExternal", "files.getUploadURLExternal", "upload"])(
  "a file whose %s got no answer stands in the thread once",
  async (call, { expect }) => {
    await using house = await openHouse();
    const { post, reply } = await translated(house);
    house.slack.faults.onCall(call, { fault: "lost-reply" });

    await house.slack.people.ana.clicks(reply, "task.post_file");
    await house.failed("post-file");
    house.clock.skip(settleMs);
    await house.reply(post, /The file is in this thread\./u);

    expect(sharesIn(house, post)).toHaveLength(1);
  },
);

test("a desk that stops between upload and share shares the same file at its next start", async () => {
  await using house = await openHouse();
  const { post, reply } = await translated(house);
  house.slack.faults.onCall("files.completeUploadExternal", { fault: "500-before" });
  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.failed("post-file");

  await house.stop();
  house.clock.skip(settleMs);
  await house.start();
  await house.reply(post, /The file is in this thread\./u);

  expect(sharesIn(house, post)).toHaveLength(1);
  expect(house.slack.books.botUploads()).toHaveLength(1);
});

test("a partner whose download fails is asked again, and the file comes", async () => {
  await using house = await openHouse();
  const { post, reply } = await translated(house);
  house.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*" });

  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.failed("post-file");
  house.clock.skip(settleMs);

  expect(house.drawn(await house.reply(post, /The file is in this thread\./u))).toContain(
    "[ Download ]",
  );
});

test.for(["guest", "other"] as const)("a %s cannot have it posted", async (name, { expect }) => {
  await using house = await openHouse();
  const person = house.slack.people[name];
  const { reply } = await translated(house);

  await person.clicks(reply, "task.post_file");
  await house.hears(person, /Only full members of this workspace/u);

  expect(house.slack.books.botUploads()).toEqual([]);
});

test("a file that is too large is not posted, and the thread says where it is", async () => {
  await using house = await openHouse();
  const { post, reply } = await translated(house);
  const path = "/tasks/*/download";
  house.partner.inject({ kind: "patch", set: { file_size: 40_000_000 }, method: "GET", path });

  await house.slack.people.ana.clicks(reply, "task.post_file");

  const told = await house.reply(post, /too large to post here/u);
  expect(house.drawn(told)).toContain("[ Download ]");
  expect(house.slack.books.botUploads()).toEqual([]);
});

function posted(house: House): Promise<SlackFile> {
  return house.slack.until(() => house.slack.books.botUploads()[0]);
}

function sharesIn(house: House, post: Message): readonly Message[] {
  return house.replies(post).filter(({ fileIds }) => fileIds.length > 0);
}
