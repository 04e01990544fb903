import { readFile } from "node:fs/promises";

import type { Message } from "#sandbox/slack/model.ts";

import type { Galley } from "./galley.ts";

type Person = Galley["slack"]["people"]["sam"];

/** Exports a result in a format; returns the file that the person was sent. */
export async function exports(
  galley: Galley,
  person: Person,
  of: { reply: Message; format: string },
) {
  await person.clicks(of.reply, "task.more", { option: "export" });
  await galley.slack.until(() => person.sees().modal, { what: "the form to export" });
  person.fillsIn({ "export.format": of.format });
  await person.submits();
  await galley.hears(person, /I have sent you/u);
  const [message] = galley.slack.state.messages.inChannel(
    galley.slack.channels.direct(person.id).id,
  );
  const file = galley.slack.state.files.all().find(({ id }) => id === message?.fileIds[0]);
  return { name: file?.name, bytes: await readFile(file?.path ?? "") };
}
