import type { Spot } from "./state.ts";

/** `#as=U1&in=C1&thread=1.2`: so a reload and the back button lead where one was. */
export function readAddress(): Spot {
  const given = new URLSearchParams(location.hash.slice(1));
  return {
    me: given.get("as") ?? "",
    place: given.get("in") ?? "",
    thread: given.get("thread") ?? undefined,
  };
}

export function writeAddress({ me, place, thread }: Spot): void {
  const query = new URLSearchParams({ as: me, in: place });
  if (thread !== undefined) query.set("thread", thread);
  location.hash = query.toString();
}
