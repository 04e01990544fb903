import { valueName } from "../blocks/values.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../json.ts";
import { type Reading } from "./mrkdwn.ts";
import { wordsOf } from "./words.ts";

/** A button, menu or field in one line: `[ Approve ]`, `[ French ▾ ]`, `[x] Keep names`. */
export function drawnElement(element: Fields, held: unknown, reading: Reading): string {
  const type = textOf(element["type"]);
  switch (type) {
    case "button":
    case "workflow_button":
    case "icon_button":
      return `[ ${wordsOf(element["text"], reading)} ]`;
    case "overflow":
      return "[ … ]";
    case "image":
      return `(${textOf(element["alt_text"])})`;
    case "checkboxes":
    case "radio_buttons":
      return drawnBoxes(element, held, reading);
    case "plain_text_input":
    case "email_text_input":
    case "url_text_input":
    case "number_input":
      return `[ ${typedIn(element, held, reading)} ]`;
    default:
      return `[ ${chosenIn(element, held, reading) || placeholderOf(element, reading)} ▾ ]`;
  }
}

const placeholderOf = (element: Fields, reading: Reading): string =>
  wordsOf(element["placeholder"], reading) || "Select";

function typedIn(element: Fields, held: unknown, reading: Reading): string {
  const typed = textOf(fieldsOf(held)["value"]) || textOf(element["initial_value"]);
  return typed || wordsOf(element["placeholder"], reading) || "          ";
}

/** What is chosen: as the person left it, or as it was at first. */
function chosenIn(element: Fields, held: unknown, reading: Reading): string {
  const name = valueName(textOf(element["type"])) ?? "";
  const initial = element[name.replace("selected", "initial")];
  const chosen = [fieldsOf(held)[name] ?? initial ?? []].flat();
  const words = (one: unknown) =>
    isFields(one) ? wordsOf(one["text"], reading) : (reading.names(String(one)) ?? String(one));
  return chosen.map(words).join(", ");
}

function drawnBoxes(element: Fields, held: unknown, reading: Reading): string {
  const name = valueName(textOf(element["type"])) ?? "";
  const initial = element[name.replace("selected", "initial")];
  const marked = [fieldsOf(held)[name] ?? initial ?? []].flat();
  const chosen = new Set(marked.map((one) => fieldsOf(one)["value"]));
  const isRadio = element["type"] === "radio_buttons";
  const box = (isChosen: boolean) => {
    if (isRadio) return isChosen ? "(•)" : "( )";
    return isChosen ? "[x]" : "[ ]";
  };
  const options = Array.isArray(element["options"]) ? element["options"].filter(isFields) : [];
  return options
    .map((option) => `${box(chosen.has(option["value"]))} ${wordsOf(option["text"], reading)}`)
    .join("\n");
}
