import type { Ids } from "./ids.ts";

/** A trigger opens one modal, within three seconds of the click that made it. */
const TRIGGER_MS = 3000;

type Trigger = { readonly user: string; readonly expiresAt: number; isUsed: boolean };

export function createTriggers({ ids, now }: { ids: Ids; now: () => number }) {
  const triggers = new Map<string, Trigger>();

  /** Gives whose click it was, or Slack's error. */
  function use(id: string): { readonly user: string } | { readonly error: string } {
    const trigger = triggers.get(id);
    if (trigger === undefined) return { error: "invalid_trigger_id" };
    if (trigger.isUsed) return { error: "exchanged_trigger_id" };
    if (now() > trigger.expiresAt) return { error: "expired_trigger_id" };
    trigger.isUsed = true;
    return { user: trigger.user };
  }

  return {
    use,
    give(user: string): string {
      const id = `${ids.seconds()}.${ids.id("")}.${ids.id("").toLowerCase()}`;
      triggers.set(id, { user, expiresAt: now() + TRIGGER_MS, isUsed: false });
      return id;
    },
  };
}
