import { viewClosed, viewSubmission } from "../delivery/interactions.ts";
import type { Fields } from "../json.ts";
import type { Person, View } from "../model.ts";
import { fileJson } from "../wire.ts";
import type { PeopleDeps } from "./deps.ts";
import { type Entry, filesIn, filledIn, hindrances } from "./entering.ts";
import { obeySubmission, type Submitted } from "./modals.ts";

export function submitting(deps: PeopleDeps, person: Person) {
  const { world, outbox } = deps;

  function open(): View {
    const view = world.views.top(person.id);
    if (view === undefined) throw new Error(`${person.name} has no modal open`);
    return view;
  }

  function fileOf(id: string): Fields {
    const file = world.files.find(id);
    if (file === undefined) throw new Error(`There is no file ${id}`);
    return fileJson(world, file);
  }

  return {
    /** Fills fields of the open modal in, by action id or block id. */
    fillsIn(entries: Readonly<Record<string, Entry>>): void {
      world.views.replace(filledIn(open(), entries, fileOf));
    },
    /** Presses the submit button; throws where Slack itself would not let go. */
    async submits(): Promise<Submitted> {
      const view = open();
      if (view.submit === undefined) throw new Error("This modal has no submit button");
      const hindered = hindrances(view);
      if (hindered.length > 0) throw new Error(`Slack keeps the modal: ${hindered.join("; ")}`);
      // From here on the app may read what was uploaded into its form.
      for (const id of filesIn(view)) world.uploads.complete(id);
      const receipt = await outbox.deliver(viewSubmission(deps, person, view));
      return obeySubmission(world, world.views.top(person.id) ?? view, receipt);
    },
    /** Closes the modal on top; the bot hears of it only if it asked to. */
    async closes(): Promise<void> {
      const view = open();
      if (view.clearOnClose) world.views.clear(person.id);
      else world.views.pop(view);
      const isCleared = view.clearOnClose;
      if (view.notifyOnClose) await outbox.deliver(viewClosed(deps, person, { view, isCleared }));
    },
  };
}
