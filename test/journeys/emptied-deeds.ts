import type { Message } from "../../src/sandbox/slack/model.ts";
import type { House } from "./house.ts";

type Wing = Pick<House, "slack" | "hears" | "direct">;

/** Ada, who is an admin, is asked what is to become of a desk without its records. */
export function askedHowToGoOn({ slack, direct }: Wing): Promise<Message> {
  return direct(slack.people.ada, /store was emptied/u);
}

/** The same, and she lets it go on. */
export async function goesOn(house: Wing): Promise<void> {
  const { ada } = house.slack.people;
  await ada.clicks(await askedHowToGoOn(house), "records.go_on");
  await house.hears(ada, /Work goes on/u);
}
