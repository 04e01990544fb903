import type { View } from "#sandbox/slack/model.ts";

import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

/** Keeps each person's Home tab and open modal. */
export function createViews(changes: Changes) {
  const modals = new Map<string, View>();
  const homes = new Map<string, View>();

  function open(view: View): void {
    modals.set(view.user, view);
    changes.announce({ kind: "modal", user: view.user });
  }

  return {
    modal: (user: string): View | undefined => modals.get(user),
    home: (user: string): View | undefined => homes.get(user),
    findModal: (id: string): View | undefined =>
      [...modals.values()].find((view) => view.id === id),
    open,
    /** Changes a modal; one that was closed meanwhile stays closed. */
    replace(view: View): void {
      if (modals.get(view.user)?.id === view.id) open(view);
    },
    close({ user, id }: View): void {
      if (modals.get(user)?.id === id) modals.delete(user);
      changes.announce({ kind: "modal", user });
    },
    publish(view: View): void {
      homes.set(view.user, view);
      changes.announce({ kind: "home", user: view.user });
    },
  };
}

type Trigger = { readonly user: string; readonly expiresAt: number; isUsed: boolean };

/** A trigger opens one modal, within `lifeMs` of the click that made it. */
export function createTriggers(deps: { ids: Ids; now: () => number; lifeMs: number }) {
  const { ids, now, lifeMs } = deps;
  const triggers = new Map<string, Trigger>();

  /** Returns the person of the click, or Slack's error. */
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
      triggers.set(id, { user, expiresAt: now() + lifeMs, isUsed: false });
      return id;
    },
  };
}
