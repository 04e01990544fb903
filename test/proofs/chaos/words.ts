import { z } from "zod";

/** A message from the bot's process to its parent. */
const fromBot = z.discriminatedUnion("is", [
  z.object({ is: z.literal("ready"), port: z.number() }),
  z.object({ is: z.literal("armed") }),
  z.object({ is: z.literal("wrote"), writes: z.number() }),
]);
export type FromBot = z.infer<typeof fromBot>;

export function readWord(message: unknown): FromBot {
  return fromBot.parse(message);
}

/** The moment to strike: before or after the n-th write. 0 is never. */
export type Order = { readonly when: "before" | "after"; readonly nth: number };

export function printOrder({ when, nth }: Order): string {
  return `${when}:${nth}`;
}

export function readOrder(text: string | undefined): Order {
  const [when, nth] = (text ?? "").split(":");
  return { when: when === "after" ? "after" : "before", nth: Number(nth ?? 0) };
}
