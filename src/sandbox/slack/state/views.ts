import type { View } from "../model.ts";
import type { Changes } from "./changes.ts";

/** What each person has open: one modal at most, and the Home tab. */
export function createViews(changes: Changes) {
  const modals = new Map<string, View>();
  const homes = new Map<string, View>();

  function show(view: View): void {
    modals.set(view.user, view);
    changes.announce({ kind: "modal", user: view.user });
  }

  return {
    modal: (user: string): View | undefined => modals.get(user),
    home: (user: string): View | undefined => homes.get(user),
    findModal: (id: string): View | undefined =>
      [...modals.values()].find((view) => view.id === id),
    open: show,
    /** Changes the modal that is open; one that was closed meanwhile stays closed. */
    replace(view: View): void {
      if (modals.get(view.user)?.id === view.id) show(view);
    },
    close(user: string): void {
      modals.delete(user);
      changes.announce({ kind: "modal", user });
    },
    publish(view: View): void {
      homes.set(view.user, view);
      changes.announce({ kind: "home", user: view.user });
    },
  };
}
