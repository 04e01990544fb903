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
export function formatOf(name: string): "text" | DocumentFormat {
  const ending = endingOf(name);
  const format = ending === undefined ? "text" : formats.get(ending);
  if (format === undefined) {
    throw new ManuscriptFault(known.get(ending ?? "") ?? "unsupported-type");
  }
  return format;
}

export function isAcceptedName(name: string): boolean {
  const ending = endingOf(name);
  return ending === undefined || formats.has(ending);
}

/**
 * True for files that people post for each other and nobody means as a manuscript: pictures, PDFs,
 * archives and the like.
 */
export function isInPassing(name: string): boolean {
  try {
    formatOf(name);
    return false;
  } catch (error) {
    if (!(error instanceof ManuscriptFault)) throw error;
    return postedInPassing.has(error.reason);
  }
}

const postedInPassing: ReadonlySet<ManuscriptFaultReason> = new Set<ManuscriptFaultReason>([
  "picture",
  "pdf",
  "packed",
  "unsupported-type",
]);

/** Returns the accepted endings, without the dot. */
export function acceptedFiletypes(): readonly string[] {
  return Array.from(formats.keys());
}

/** Returns the ending; "Vol. 2" and "Draft 1.3" have none. */
function endingOf(name: string): string | undefined {
  const ending = extname(name).toLowerCase();
  return /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u.test(ending) ? ending.slice(1) : undefined;
}

const formats: ReadonlyMap<string, "text" | DocumentFormat> = new Map<
  string,
  "text" | DocumentFormat
>([
  ...endings("text", "txt text md markdown"),
  ...endings("docx", "docx docm"),
  ...endings("epub", "epub"),
  ...endings("html", "html htm"),
  ...endings("odt", "odt"),
]);

const known: ReadonlyMap<string, ManuscriptFaultReason> = new Map<string, ManuscriptFaultReason>([
  ...endings("old-word", "doc dot wps"),
  ...endings("rich-text", "rtf"),
  ...endings("pages", "pages"),
  ...endings("pdf", "pdf"),
  ...endings("picture", "png jpg jpeg gif tif tiff webp heic heif bmp svg psd"),
  ...endings("kindle", "mobi azw azw3 azw4 kfx prc"),
  ...endings("packed", "zip rar 7z tar gz tgz"),
]);

function endings<const Kind>(kind: Kind, list: string): readonly (readonly [string, Kind])[] {
  return list.split(" ").map((ending) => [ending, kind]);
}
