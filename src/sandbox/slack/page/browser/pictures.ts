import { type Fields, fieldsOf, textOf } from "../../json.ts";
import { h, link } from "./dom.ts";
import type { Reading } from "./reading.ts";

/**
 * An image of a block. Slack fetches pictures itself and shows them from its own server; this page
 * loads nothing from elsewhere, so a picture from outside is a frame with its words and its address.
 */
export function drawPicture(
  element: Fields,
  look: "thumb" | "large",
  { me }: Pick<Reading, "me">,
): HTMLElement {
  const alt = textOf(element["alt_text"]);
  const { id } = fieldsOf(element["slack_file"]);
  const address = textOf(element["image_url"]);
  if (typeof id === "string") {
    return h("img", { class: look, alt, src: pictureAddress(id, me) });
  }
  return h(
    "span",
    { class: `picture ${look}`, role: "img", "aria-label": alt },
    h("span", { "aria-hidden": "true" }, "🖼"),
    look === "large" && link(address, alt || address),
  );
}

/** Where this person can look at a picture that lies in Slack. */
export const pictureAddress = (id: string, me: string) =>
  `/file/${encodeURIComponent(id)}?look=1&as=${encodeURIComponent(me)}`;
