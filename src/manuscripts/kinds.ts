import { extname } from "node:path";

import { ManuscriptFault } from "../core/faults.ts";
import type { DocumentFormat, ManuscriptFaultReason } from "../core/manuscript.ts";

/**
 * Returns the format of a file by its name. A name without an ending counts as text: its content
 * decides.
 *
 * Throws ManuscriptFault: "unsupported-type", or a reason of its own for formats that people often
 * have.
 */
export function formatOf(name: string): Format {
  const format = formats.get(endingOf(name));
  if (format === undefined) throw new ManuscriptFault(reasonOf(name));
  return format;
}

export function isAcceptedName(name: string): boolean {
  return formats.has(endingOf(name));
}

/** True for files that people post for each other and nobody means as a manuscript. */
export function isInPassing(name: string): boolean {
  return !isAcceptedName(name) && inPassing.has(reasonOf(name));
}

/** Returns the accepted endings, without the dot. */
export function acceptedFiletypes(): readonly string[] {
  return [...formats.keys()].filter((ending) => ending !== "");
}

function reasonOf(name: string): ManuscriptFaultReason {
  return reasons.get(endingOf(name)) ?? "unsupported-type";
}

/** Returns the ending; "Vol. 2" and "Draft 1.3" have none. */
function endingOf(name: string): string {
  const ending = extname(name).toLowerCase();
  return /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u.test(ending) ? ending.slice(1) : "";
}

type Format = "text" | DocumentFormat;

const formats = new Map<string, Format>([
  ["", "text"],
  ...endings("text", "txt text md markdown"),
  ...endings("docx", "docx docm"),
  ...endings("epub", "epub"),
  ...endings("html", "html htm"),
  ...endings("odt", "odt"),
]);

const reasons = new Map<string, ManuscriptFaultReason>([
  ...endings("old-word", "doc dot wps"),
  ...endings("rich-text", "rtf"),
  ...endings("pages", "pages"),
  ...endings("pdf", "pdf"),
  ...endings("picture", "png jpg jpeg gif tif tiff webp heic heif bmp svg psd"),
  ...endings("kindle", "mobi azw azw3 azw4 kfx prc"),
  ...endings("packed", "zip rar 7z tar gz tgz"),
]);

const inPassing = new Set<ManuscriptFaultReason>(["picture", "pdf", "packed", "unsupported-type"]);

function endings<const Kind>(kind: Kind, list: string): readonly (readonly [string, Kind])[] {
  return list.split(" ").map((ending) => [ending, kind]);
}
