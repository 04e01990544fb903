import { extname } from "node:path";

import { ManuscriptFault } from "../core/faults.ts";
import type { DocumentFormat, ManuscriptFaultReason } from "../core/manuscript.ts";

/**
 * Returns the format of a file by its name. A name without an ending counts as text: its content
 * decides. Throws ManuscriptFault for every other format.
 */
export function formatOf(name: string): Format {
  const { format, reason } = kindOf(name);
  if (format === undefined) throw new ManuscriptFault(reason);
  return format;
}

export function isAcceptedName(name: string): boolean {
  return kindOf(name).format !== undefined;
}

/** True for files that people post for each other and nobody means as a manuscript. */
export function isInPassing(name: string): boolean {
  const { format, reason } = kindOf(name);
  return format === undefined && inPassing.has(reason);
}

/** Returns the accepted endings, without the dot. */
export function acceptedFiletypes(): readonly string[] {
  return [...kinds].flatMap(([ending, { format }]) => (format && ending !== "" ? [ending] : []));
}

/** "Vol. 2" and "Draft 1.3" have no ending. */
function kindOf(name: string): Kind {
  const ending = extname(name).toLowerCase();
  const isEnding = /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u.test(ending);
  return kinds.get(isEnding ? ending.slice(1) : "") ?? { reason: "unsupported-type" };
}

type Format = "text" | DocumentFormat;

/** A format that is read, or the reason why it is not. */
type Kind =
  | { readonly format: Format; readonly reason?: never }
  | { readonly format?: never; readonly reason: ManuscriptFaultReason };

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["", { format: "text" }],
  ...endings({ format: "text" }, "txt text md markdown"),
  ...endings({ format: "docx" }, "docx docm"),
  ...endings({ format: "epub" }, "epub"),
  ...endings({ format: "html" }, "html htm"),
  ...endings({ format: "odt" }, "odt"),
  ...endings({ reason: "old-word" }, "doc dot wps"),
  ...endings({ reason: "rich-text" }, "rtf"),
  ...endings({ reason: "pages" }, "pages"),
  ...endings({ reason: "pdf" }, "pdf"),
  ...endings({ reason: "picture" }, "png jpg jpeg gif tif tiff webp heic heif bmp svg psd"),
  ...endings({ reason: "kindle" }, "mobi azw azw3 azw4 kfx prc"),
  ...endings({ reason: "packed" }, "zip rar 7z tar gz tgz"),
]);

const inPassing = new Set<ManuscriptFaultReason>(["picture", "pdf", "packed", "unsupported-type"]);

function endings(kind: Kind, list: string): readonly (readonly [string, Kind])[] {
  return list.split(" ").map((ending) => [ending, kind]);
}
