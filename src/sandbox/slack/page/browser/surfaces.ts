import { initialValues } from "../../blocks/values.ts";
import { type Fields, fieldsOf, textOf } from "../../json.ts";
import type { Entered, Place } from "../wire.ts";
import type { App } from "./app.ts";
import { isConfirmed } from "./dialogs.ts";
import type { Form, Surface } from "./surface.ts";

type Standing = {
  readonly place: Place;
  readonly form?: Form;
  /** What the fields of a modal hold: Slack sends it along with every click. */
  readonly typed?: () => Readonly<Record<string, Entered>>;
  /** `state.values` of a view; a message's elements hold what they say themselves. */
  readonly values?: Readonly<Record<string, Fields>>;
};

/** Connects blocks with the deeds of the person on the page. */
export function surfaceOf(app: App, { place, form, values, typed }: Standing): Surface {
  return {
    reading: app.reading(),
    form,
    async act(element, option) {
      if (!(await isConfirmed(element, app.reading()))) return false;
      const action = textOf(element["action_id"]);
      await app.perform({ deed: "click", place, action, option, values: typed?.() });
      return true;
    },
    async search(element, text) {
      const action = textOf(element["action_id"]);
      const outcome = await app.perform({ deed: "search", place, action, text });
      return outcome.status === "options" ? outcome.options : [];
    },
    upload: async (file) => (await app.upload(file))?.id ?? "",
    held(block, element) {
      const [blockId, actionId] = [textOf(block["block_id"]), textOf(element["action_id"])];
      const given = values?.[blockId]?.[actionId] ?? initialValues([block])[blockId]?.[actionId];
      return fieldsOf(given);
    },
  };
}
