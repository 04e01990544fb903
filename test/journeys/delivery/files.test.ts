import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { Message, SlackFile } from "#sandbox/slack/model.ts";

import { compared, translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

const settleMs = 31_000;

test("the button posts the translation into the thread, named by its language, once", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { post, reply } = await translated(galley);

  await sam.clicks(reply, "task.post_file");
  await sam.clicks(reply, "task.post_file", { screen: "stale" });
  const file = await posted(galley);
  const said = await galley.reply(post, /The file is in the thread\./u);
  await sam.clicks(reply, "task.post_file", { screen: "stale" });
  await galley.hears(sam, /The file is in the thread/u);

  expect(file.name).toBe("harbour.fr.txt");
  expect(await readFile(file.path ?? "", "utf8")).toContain("Marlow Finch");
  expect(galley.drawn(said)).not.toContain("[ Post in thread ]");
  expect(sharesIn(galley, post)).toHaveLength(1);
  expect(galley.slack.records.botUploads()).toHaveLength(1);
});

test("a file that was deleted is posted anew when somebody asks for it", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, reply } = await translated(galley);
  await ana.clicks(reply, "task.post_file");
  await galley.reply(post, /The file is in the thread\./u);
  await ana.deletesFile(await posted(galley));

  await ana.clicks(reply, "task.more", { option: "file" });
  await galley.slack.until(() => galley.slack.records.botUploads().length === 2);
  await galley.reply(post, /The file is in the thread\./u);

  expect(galley.slack.records.botUploads()).toHaveLength(2);
});

test("where files are wanted each translation is posted, and there is no link", async () => {
  await using galley = await openGalley();
  await sets(galley, { channel_delivery: "file" });

  const { post } = await translated(galley);
  const file = await posted(galley);
  const reply = await galley.reply(post, /The file is in the thread\./u);

  expect(file.name).toBe("harbour.fr.txt");
  expect(galley.drawn(reply)).not.toContain("[ Download ]");
});

test("where both are wanted there is a file and a link", async () => {
  await using galley = await openGalley();
  await sets(galley, { delivery: "both" });

  const { post } = await translated(galley);
  const reply = await galley.reply(post, /The file is in the thread\./u);

  expect(galley.drawn(reply)).toContain("[ Download ]");
  expect(sharesIn(galley, post)).toHaveLength(1);
});

test.for(["files.completeUploadExternal", "files.getUploadURLExternal", "upload"])(
  "a file whose %s got no answer stands in the thread once",
  async (call, { expect }) => {
    await using galley = await openGalley();
    const { post, reply } = await translated(galley);
    galley.slack.faults.onCall(call, { fault: "lost-reply" });

    await galley.slack.people.ana.clicks(reply, "task.post_file");
    await galley.failed("post-file");
    galley.clock.skip(settleMs);
    await galley.reply(post, /The file is in the thread\./u);

    expect(sharesIn(galley, post)).toHaveLength(1);
  },
);

test.for(["lost-reply", "unshared"] as const)(
  "a file that Slack shares a little later stands in the thread once, after %s",
  async (fault, { expect }) => {
    await using galley = await openGalley();
    const { ana, sam } = galley.slack.people;
    const { post, reply } = await translated(galley);
    await compared(galley, post);
    galley.slack.faults.onCall("files.completeUploadExternal", { fault });
    await ana.clicks(reply, "task.post_file");
    await galley.slack.until(() => sharesIn(galley, post).length === 1);
    if (fault === "lost-reply") {
      await galley.failed("post-file");
      galley.slack.faults.onCall("files.info", { fault: "unshared" });
      galley.clock.skip(settleMs);
      await galley.slack.until(() => looks(galley).length === 1);
      await galley.passing(settleMs, () =>
        galley.replies(post).find(({ text }) => text.includes("The file is in the thread.")),
      );
    } else {
      await galley.reply(post, /The file is in the thread\./u);
      galley.slack.faults.onCall("files.info", { fault: "unshared" });
    }
    await sam.clicks(reply, "task.post_file", { screen: "stale" });
    await galley.hears(sam, /The file is in the thread/u);

    expect(sharesIn(galley, post)).toHaveLength(1);
    expect(galley.slack.records.botUploads()).toHaveLength(1);
  },
);

test.for(["storage_limit_reached", "missing_scope", "a_word_that_nobody_has_seen"])(
  "a file that Slack refuses with %s stands in the thread once it takes files again",
  async (error, { expect }) => {
    await using galley = await openGalley();
    const { post, reply } = await translated(galley);
    await compared(galley, post);
    const refused = { fault: "refused", error } as const;
    galley.slack.faults.onCall("files.getUploadURLExternal", refused, 2);

    await galley.slack.people.ana.clicks(reply, "task.post_file");
    await galley.failed("post-file", 2);
    await galley.passing(settleMs, () =>
      galley.replies(post).find(({ text }) => text.includes("The file is in the thread.")),
    );

    expect(sharesIn(galley, post)).toHaveLength(1);
  },
);

test("a bot that stops between upload and share shares the same file at its next start", async () => {
  await using galley = await openGalley();
  const { post, reply } = await translated(galley);
  galley.slack.faults.onCall("files.completeUploadExternal", { fault: "500-before" });
  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.failed("post-file");

  await galley.stop();
  galley.clock.skip(settleMs);
  await galley.start();
  await galley.reply(post, /The file is in the thread\./u);

  expect(sharesIn(galley, post)).toHaveLength(1);
  expect(galley.slack.records.botUploads()).toHaveLength(1);
});

test("a partner whose download fails is asked again, and the file comes", async () => {
  await using galley = await openGalley();
  const { post, reply } = await translated(galley);
  await compared(galley, post);
  galley.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*" });

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.failed("post-file");
  galley.clock.skip(settleMs);

  expect(galley.drawn(await galley.reply(post, /The file is in the thread\./u))).toContain(
    "[ Download ]",
  );
});

test.for(["guest", "other"] as const)("a %s cannot have it posted", async (name, { expect }) => {
  await using galley = await openGalley();
  const person = galley.slack.people[name];
  const { reply } = await translated(galley);

  await person.clicks(reply, "task.post_file");
  await galley.hears(person, /Only full members of this workspace/u);

  expect(galley.slack.records.botUploads()).toEqual([]);
});

test("a file that is too large is not posted, and the thread says where it is", async () => {
  await using galley = await openGalley();
  const { post, reply } = await translated(galley);
  await compared(galley, post);
  const path = "/tasks/*/download";
  galley.partner.inject({ kind: "patch", set: { file_size: 40_000_000 }, method: "GET", path });

  await galley.slack.people.ana.clicks(reply, "task.post_file");

  const told = await galley.reply(post, /I couldn’t post the file here/u);
  expect(galley.drawn(told)).toContain("[ Download ]");
  expect(galley.slack.records.botUploads()).toEqual([]);
});

function posted(galley: Galley): Promise<SlackFile> {
  return galley.slack.until(() => galley.slack.records.botUploads()[0]);
}

function sharesIn(galley: Galley, post: Message): readonly Message[] {
  return galley.replies(post).filter(({ fileIds }) => fileIds.length > 0);
}

/** Returns the looks at a file that Slack does not show as shared. */
function looks({ slack }: Galley) {
  return slack.records
    .exchanges()
    .filter(({ name, reply }) => name === "files.info" && hasNoShares(reply));
}

function hasNoShares(reply: unknown): boolean {
  return JSON.stringify({ reply }).includes('"shares":{}');
}
