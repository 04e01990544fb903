import { fieldsOf, isFields, type Fields } from "../../json.ts";
import { freshId, h, pressable } from "./dom.ts";
import { drawText, wordsOf } from "./mrkdwn.ts";
import type { Reading } from "./reading.ts";

/** Asks as Slack does before an element with a `confirm`; true at once when it has none. */
export async function isConfirmed(element: Fields, reading: Reading): Promise<boolean> {
  if (!isFields(element["confirm"])) return true;
  const confirm = fieldsOf(element["confirm"]);
  const id = freshId();
  const yes = pressable(
    { class: confirm["style"] === "danger" ? "button danger solid" : "button primary" },
    wordsOf(confirm["confirm"]),
  );
  const no = pressable({ class: "button" }, wordsOf(confirm["deny"]));
  const dialog = h(
    "dialog",
    { class: "dialog confirm", "aria-labelledby": id },
    h("h2", { id }, wordsOf(confirm["title"])),
    drawText(confirm["text"], reading),
    h("div", { class: "dialog-foot" }, no, yes),
  );
  return await new Promise<boolean>((resolve) => {
    const comeBack = wayBack(document.activeElement);
    const end = (answer: boolean) => () => {
      dialog.close();
      dialog.remove();
      comeBack();
      resolve(answer);
    };
    yes.addEventListener("click", end(true));
    no.addEventListener("click", end(false));
    dialog.addEventListener("cancel", end(false));
    document.body.append(dialog);
    dialog.showModal();
    yes.focus();
  });
}

/** Back to where one was; the card may have been drawn anew meanwhile. */
function wayBack(from: Element | null): () => void {
  const message = from?.closest("[data-ts]")?.getAttribute("data-ts") ?? "";
  const name = from?.getAttribute("data-focus") ?? "";
  const same = `[data-ts="${CSS.escape(message)}"] [data-focus="${CSS.escape(name)}"]`;
  return () => {
    if (from?.isConnected !== true) document.querySelector<HTMLElement>(same)?.focus();
  };
}
