import { openForm } from "#features/shared/action.ts";
import type { Feature } from "#features/shared/feature.ts";

import { exportForm } from "./export-view.ts";
import { exportActions, exportSent, showLookFirst } from "./handlers.ts";

export const exportFiles = {
  handlers: exportActions,
  forms: [exportSent],
  resultEntries: {
    look: showLookFirst,
    export: async ({ clients, contexts }, { trigger, person, ...place }) => {
      const view = exportForm(place, await contexts.forPerson(person));
      await openForm(clients, { trigger, view });
      return undefined;
    },
  },
} as const satisfies Feature;
