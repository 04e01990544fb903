import type { FileShown } from "../wire.ts";
import { h } from "./dom.ts";
import { sizeWords } from "./reading.ts";

/** A file under a message: its name, its size and a way to keep it. */
export function drawFile(file: FileShown | undefined, me: string): HTMLElement {
  if (file === undefined || file.isDeleted) {
    return h("div", { class: "file file-gone" }, "This file was deleted.");
  }
  const { id, name, mimetype, size } = file;
  const href = `/file/${encodeURIComponent(id)}?as=${encodeURIComponent(me)}`;
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/u.test(mimetype);
  return h(
    "div",
    { class: "file" },
    isPicture && h("img", { src: `${href}&look=1`, alt: name, class: "file-picture" }),
    h(
      "a",
      { class: "file-card", href, download: name, title: "Download" },
      h("span", { class: "file-sign", "aria-hidden": "true" }, isPicture ? "🖼" : "📄"),
      h(
        "span",
        {},
        h("strong", {}, name),
        h("span", { class: "file-size" }, `${kindOf(name)} · ${sizeWords(size)}`),
      ),
    ),
  );
}

const kindOf = (name: string) => (/\.(\w{1,5})$/u.exec(name)?.[1] ?? "file").toUpperCase();
