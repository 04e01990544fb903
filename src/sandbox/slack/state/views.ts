import type { View } from "../model.ts";
import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

/** Keeps each person's Home tab and stack of modals, of which the last one is seen. */
export function createViews(changes: Changes) {
  const stacks = new Map<string, readonly View[]>();
  const homes = new Map<string, View>();

  const stack = (user: string): readonly View[] => stacks.get(user) ?? [];

  function show(user: string, views: readonly View[]): void {
    stacks.set(user, views);
    changes.announce({ kind: "modal", user });
  }

  return {
    stack,
    modal: (user: string): View | undefined => stack(user).at(-1),
    home: (user: string): View | undefined => homes.get(user),
    findModal: (id: string): View | undefined =>
      [...stacks.values()].flat().find((view) => view.id === id),
    open: (view: View): void => show(view.user, [view]),
    push: (view: View): void => show(view.user, [...stack(view.user), view]),
    /** Changes a modal of the stack; one that was closed meanwhile stays closed. */
    replace(view: View): void {
      const views = stack(view.user).map((one) => (one.id === view.id ? view : one));
      if (views.includes(view)) show(view.user, views);
    },
    /** Closes this modal; the one below it is seen again. */
    close({ user, id }: View): void {
      const views = stack(user).filter((one) => one.id !== id);
      show(user, views);
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
