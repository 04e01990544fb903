import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { clientOf, refusalOf, startSlack } from "./fixture.ts";

const aManuscript = { name: "manuscript.txt", content: "Chapter 1\nIt rained." };

test("a download without the token ends at a login page that answers 200", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#translations", aManuscript);
  const { file } = await clientOf(slack).files.info({ file: fileIds[0] ?? "" });
  const address = file?.url_private_download ?? "";

  const direct = await fetch(address, { redirect: "manual" });
  const followed = await fetch(address);

  expect(direct.status).toBe(302);
  expect(followed.status).toBe(200);
  expect(followed.headers.get("content-type")).toContain("text/html");
});

test("a file of a channel without the bot does not exist for it", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#general", aManuscript);

  const refusal = await refusalOf(clientOf(slack).files.info({ file: fileIds[0] ?? "" }));

  expect(refusal).toMatchObject({ error: "file_not_found" });
});

test("the bot's upload arrives in the thread, with its bytes", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const root = await slack.people.robin.posts({ channel: "#translations", text: "Please." });
  const content = "term,translation\n";
  const named = { filename: "glossary.csv", length: content.length };
  const { upload_url = "", file_id = "" } = await client.files.getUploadURLExternal(named);
  await fetch(upload_url, { method: "POST", body: content });

  await client.files.completeUploadExternal({
    files: [{ id: file_id, title: "Glossary" }],
    channel_id: root.channel,
    thread_ts: root.ts,
    initial_comment: "The glossary.",
  });

  const [, reply] = slack.people.robin.reads(root);
  const { file } = await client.files.info({ file: file_id });
  expect(reply).toMatchObject({ text: "The glossary.", fileIds: [file_id], isFromBot: true });
  expect(file).toMatchObject({ title: "Glossary", size: content.length });
  expect(file?.shares?.public?.[root.channel]).toMatchObject([{ ts: reply?.ts }]);
});

test("an upload of nothing is refused at its announcement", async () => {
  await using slack = await startSlack();
  const empty = { filename: "empty.csv", length: 0 };

  const refusal = await refusalOf(clientOf(slack).files.getUploadURLExternal(empty));

  expect(refusal).toMatchObject({ error: "invalid_arguments" });
});

test("a deleted file says so", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#translations", aManuscript);
  const [id = ""] = fileIds;
  const file = slack.state.files.find(id);
  if (file !== undefined) await slack.people.robin.deletesFile(file);

  const refusal = await refusalOf(clientOf(slack).files.info({ file: id }));

  expect(refusal).toMatchObject({ error: "file_deleted" });
});

test("a download can break off in the middle", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#translations", aManuscript);
  const { file } = await clientOf(slack).files.info({ file: fileIds[0] ?? "" });
  slack.faults.onCall("download", { fault: "lost-reply" });

  const reply = await fetch(file?.url_private_download ?? "", {
    headers: { authorization: `Bearer ${slack.botToken}` },
  });

  expect(reply.headers.get("content-length")).toBe("20");
  await expect(reply.text()).rejects.toThrow("terminated");
});

test("an upload whose answer is lost is there all the same", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const named = { filename: "glossary.csv", length: 4 };
  const { upload_url = "" } = await client.files.getUploadURLExternal(named);
  slack.faults.onCall("upload", { fault: "lost-reply" });

  await expect(fetch(upload_url, { method: "POST", body: "a,b\n" })).rejects.toThrow(
    "fetch failed",
  );

  expect(slack.records.botUploads()).toMatchObject([{ name: "glossary.csv", size: 4 }]);
});

test("in a channel shared with another workspace a file arrives as a stub", async () => {
  await using slack = await startSlack();
  const members = [slack.app.botUserId, slack.people.other.id];
  const shared = slack.channels.add({ name: "shared", isExtShared: true, members });
  const message = await slack.people.other.uploads(shared.id, aManuscript);
  const client = clientOf(slack);

  const { messages } = await client.conversations.history({ channel: shared.id });
  const { file } = await client.files.info({ file: message.fileIds[0] ?? "" });

  expect(messages?.[0]?.files).toMatchObject([{ mode: "file_access" }]);
  expect(messages?.[0]?.files?.[0]).not.toHaveProperty("url_private");
  expect(file).toMatchObject({ mode: "hosted", name: "manuscript.txt" });
});

test("a link to a file elsewhere has no bytes", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#translations", { name: "Draft.gdoc" });

  const { file } = await clientOf(slack).files.info({ file: fileIds[0] ?? "" });

  expect(file).toMatchObject({ mode: "external", is_external: true });
});

test("a manuscript of many megabytes passes through without being held in memory", async () => {
  await using slack = await startSlack();
  const chunk = Buffer.alloc(1_000_000, "a");
  async function* megabytes() {
    for (let n = 0; n < 30; n += 1) yield await Promise.resolve(chunk);
  }

  const message = await slack.people.robin.uploads("#translations", {
    name: "novel.txt",
    content: megabytes(),
  });

  expect(slack.state.files.find(message.fileIds[0] ?? "")?.size).toBe(30_000_000);
});

test("a file that was uploaded while its author still wrote goes out with the message", async () => {
  await using slack = await startSlack();
  const { robin } = slack.people;
  const file = await slack.state.files.store({ name: "one.txt", user: robin.id }, "One.");

  const message = await robin.posts({ channel: "#translations", text: "Here", fileIds: [file.id] });

  expect(message.fileIds).toEqual([file.id]);
  expect(slack.state.files.find(file.id)?.shares).toMatchObject([{ ts: message.ts }]);
});
