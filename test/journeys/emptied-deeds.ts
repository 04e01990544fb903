import type { Message } from "../../src/sandbox/slack/model.ts";
import type { House } from "./house.ts";

type Wing = Pick<House, "slack" | "hears" | "direct">;

/** Waits for the message that asks Ada, an admin, how to go on without the records. */
export function askedHowToGoOn({ slack, direct }: Wing): Promise<Message> {
  return direct(slack.people.ada, /store was emptied/u);
}

/** The same, and Ada lets Galley go on. */
export async function goesOn(house: Wing): Promise<void> {
  const { ada } = house.slack.people;
  await ada.clicks(await askedHowToGoOn(house), "records.go_on");
  await house.hears(ada, /Work goes on/u);
}
