import type { Message } from "#sandbox/slack/model.ts";

import type { Galley } from "./galley.ts";

type Wing = Pick<Galley, "slack" | "hears" | "direct">;

/** Waits for the message that asks Ada, an admin, how to go on without the records. */
export function askedHowToGoOn({ slack, direct }: Wing): Promise<Message> {
  return direct(slack.people.ada, /database has lost records/u);
}

/** The same, and Ada lets Galley go on. */
export async function goesOn(galley: Wing): Promise<void> {
  const { ada } = galley.slack.people;
  await ada.clicks(await askedHowToGoOn(galley), "records.go_on");
  await galley.hears(ada, /Galley works again/u);
}
