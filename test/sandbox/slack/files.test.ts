import { expect, test } from "vitest";

import { fetch } from "../../../src/http.ts";
import { clientOf, refusalOf, startSlack } from "./fixture.ts";

const aManuscript = { name: "manuscript.txt", content: "Chapter 1\nIt rained." };

test("a manuscript is downloaded with the token", async () => {
  await using slack = await startSlack();
  const { fileIds } = await slack.people.robin.uploads("#translations", aManuscript);
  const { file } = await clientOf(slack).files.info({ file: fileIds[0] ?? "" });

  const reply = await fetch(file?.url_private_download ?? "", {
    headers: { authorization: `Bearer ${slack.botToken}` },
  });

  expect(await reply.text()).toBe("Chapter 1\nIt rained.");
  expect(file).toMatchObject({ name: "manuscript.txt", size: 20, mode: "hosted" });
});

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
