import type { View } from "../model.ts";
import type { Changes } from "./changes.ts";

/** What each person has open: a stack of modals, and the Home tab. */
export function createViews(changes: Changes) {
  const stacks = new Map<string, readonly View[]>();
  const homes = new Map<string, View>();
  const stackOf = (user: string): readonly View[] => stacks.get(user) ?? [];

  return {
    stackOf,
    /** The modal on top, which is the one the person sees. */
    top: (user: string): View | undefined => stackOf(user).at(-1),
    home: (user: string): View | undefined => homes.get(user),
    find: (matches: (view: View) => boolean): View | undefined =>
      [...[...stacks.values()].flat(), ...homes.values()].find(matches),
    push(view: View): void {
      stacks.set(view.user, [...stackOf(view.user), view]);
      changes.announce({ kind: "modal-opened", view });
    },
    replace(view: View): void {
      const swapped = stackOf(view.user).map((open) => (open.id === view.id ? view : open));
      stacks.set(view.user, swapped);
      changes.announce({ kind: "modal-updated", view });
    },
    pop(view: View): void {
      const rest = stackOf(view.user).filter(({ id }) => id !== view.id);
      stacks.set(view.user, rest);
      changes.announce({ kind: "modal-closed", view });
    },
    clear(user: string): void {
      const open = stackOf(user);
      stacks.set(user, []);
      for (const view of open) changes.announce({ kind: "modal-closed", view });
    },
    publish(view: View): void {
      homes.set(view.user, view);
      changes.announce({ kind: "home-published", view });
    },
  };
}
