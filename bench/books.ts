import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";

import { formatKeys } from "../src/domain/manuscript.ts";
import { extractText } from "../src/manuscripts/documents/extract.ts";
import { putBack } from "../src/manuscripts/documents/put-back/put-back.ts";
import { chooseEngine } from "../src/service/engines/apertium.ts";
import type { Translate } from "../src/service/engines/engine.ts";
import { pseudoTranslate } from "../src/service/engines/pseudo.ts";
import { madeDocxs, madeEpubs } from "./measure/made-books.ts";
import { ways } from "./measure/returned-marks.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";
import { plainBookRows } from "./plain-books.ts";

export const books: Benchmark = {
  name: "books",
  isPicture: true,
  about:
    "Whether documents survive translation from English into Spanish: runs and marks that are kept by their kind, with the pseudo-translation, in eight ways in which signs come back, and with Apertium; new EPUBCheck errors; and the share of paragraphs that LibreOffice reads. The EPUBs are made as seven tools write them, eleven Word files as Word, Google Docs, LibreOffice, Pages, WPS and Scrivener do. For plain texts, whether the chapters of a `gold.json` are found, whether damage is noticed, and whether complete human translations (`NAME.en.txt`, `NAME.ru.txt`) are taken for complete. `BOOKS=folder npm run bench -- books` adds the books of a folder; `EPUBCHECK` and `SOFFICE` name those programs.",
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), "books-"));
    try {
      const plain = await plainBookRows(process.env["BOOKS"]);
      return [...plain, ...(await documentRows(await allBooks(folder), folder))];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function allBooks(folder: string): Promise<readonly string[]> {
  const made = [...madeEpubs(), ...madeDocxs()];
  for (const { name, bytes } of made) await writeFile(join(folder, name), bytes);
  const given = process.env["BOOKS"];
  const found = given === undefined ? [] : await readdir(given, { recursive: true });
  const others = found.filter((name) => /\.(?:docx|epub|odt|html)$/u.test(name)).toSorted();
  return [
    ...made.map(({ name }) => join(folder, name)),
    ...others.map((name) => join(given ?? "", name)),
  ];
}

async function documentRows(paths: readonly string[], folder: string): Promise<readonly Row[]> {
  const engine = await chooseEngine({ program: "apertium", log: () => undefined });
  const kinds = new Map<string, Count>();
  const byWay = new Map(Object.keys(ways).map((way) => [way, emptyCount()]));
  const [apertium, notBack] = [emptyCount(), [] as string[]];
  const checks: Row[] = [];
  for (const path of paths) {
    const before = new Uint8Array(await readFile(path));
    const pseudo = await translationBy(path, before, pseudoTranslate);
    for (const [name, { change, dropped = () => 0 }] of Object.entries(ways)) {
      const paragraphs = pseudo.split("\n\n");
      const lost = paragraphs.reduce((sum, one) => sum + dropped(one), 0);
      const rebuilt = await rebuiltWith(path, before, paragraphs.map(change).join("\n\n"));
      if (rebuilt.status !== "document") notBack.push(`${basename(path)} ${name}`);
      add(byWay.get(name), emphasisIn(rebuilt), lost);
      if (name !== "as they were sent" || rebuilt.status !== "document") continue;
      for (const { kind, kept, of } of rebuilt.inline ?? []) {
        kinds.set(kind, add(kinds.get(kind) ?? emptyCount(), { kept, of }));
      }
      const made = join(folder, `translated-${basename(path)}`);
      await writeFile(made, rebuilt.bytes);
      if (/\.(?:epub|docx|odt)$/u.test(path)) {
        checks.push(await (path.endsWith("epub") ? errorRow : paragraphRow)(path, made));
      }
    }
    const real = await translationBy(path, before, engine);
    add(apertium, emphasisIn(await rebuiltWith(path, before, real)));
  }
  return [
    ...Array.from(kinds, ([kind, count]) =>
      keptRow(`kept with the pseudo-translation: ${kind}`, count, 98),
    ),
    ...Array.from(byWay, ([way, count]) => keptRow(`emphasis kept: signs ${way}`, count, 98)),
    keptRow("emphasis kept: Apertium", apertium, 95),
    {
      what: "translations that could not be put back",
      ours: notBack.join(", ") || "none",
      figure: spreadOf([notBack.length]),
      goal: { atMost: 0 },
    },
    ...checks,
  ];
}

type Count = { kept: number; of: number };

function emptyCount(): Count {
  return { kept: 0, of: 0 };
}

/** Adds what was kept; runs that nobody could restore do not count. */
function add(count: Count = emptyCount(), { kept, of }: Count, lost = 0): Count {
  count.of += of - lost;
  count.kept += Math.min(kept, of - lost);
  return count;
}

function emphasisIn(rebuilt: Rebuilt): Count {
  return rebuilt.status === "document" ? (rebuilt.emphasis ?? emptyCount()) : emptyCount();
}

function keptRow(what: string, { kept, of }: Count, atLeast: number): Row {
  return {
    what: `${what}, in %`,
    ours: `${kept} of ${of}`,
    figure: spreadOf([of === 0 ? 100 : (100 * kept) / of]),
    goal: { atLeast },
  };
}

type Rebuilt = Awaited<ReturnType<typeof putBack>>;

function documentIn(path: string, before: Uint8Array) {
  const [, ending = ""] = /\.(\w+)$/u.exec(path) ?? [];
  const format = formatKeys.find((one) => one === ending) ?? "epub";
  return { bytes: new Uint8Array(before), format, encoding: "utf-8", isMarked: true } as const;
}

async function translationBy(
  path: string,
  before: Uint8Array,
  translate: Translate,
): Promise<string> {
  const text = extractText(documentIn(path, before));
  const decoder = new TextDecoder();
  const source = async function* source(): AsyncGenerator<string> {
    for await (const piece of text) yield decoder.decode(piece.text, { stream: true });
  };
  const job = { source: "en", target: "es", glossary: [] };
  return (await Array.fromAsync(translate(source(), job))).join("");
}

async function rebuiltWith(
  path: string,
  before: Uint8Array,
  translation: string,
): Promise<Rebuilt> {
  return await putBack({
    document: documentIn(path, before),
    translation: Buffer.from(translation),
    target: "es",
    limit: 64 * 1024 * 1024,
  });
}

async function errorRow(before: string, after: string): Promise<Row> {
  const [old, now] = [await errorsIn(before), await errorsIn(after)];
  return {
    what: `${basename(before)}: errors that EPUBCheck finds and did not find before`,
    ours: now === undefined ? "no EPUBCheck here" : shown([now], "errors"),
    ...(old !== undefined &&
      now !== undefined && {
        beside: shown([old], "errors"),
        figure: spreadOf([Math.max(0, now - old)]),
        goal: { atMost: 0 },
      }),
  };
}

/** Counts the errors in a book; undefined without EPUBCheck, which exits with an error when it finds one. */
async function errorsIn(book: string): Promise<number | undefined> {
  const { EPUBCHECK: jar = "/usr/share/java/epubcheck.jar" } = process.env;
  const said = await promisify(execFile)("java", ["-jar", jar, book], { maxBuffer: 2 ** 28 }).catch(
    (error: unknown) => error,
  );
  const all = `${outputOf(said, "stdout")}${outputOf(said, "stderr")}`;
  return all.includes("EPUBCheck completed")
    ? (all.match(/^(?:ERROR|FATAL)\(/gmu) ?? []).length
    : undefined;
}

function outputOf(said: unknown, stream: "stdout" | "stderr"): string {
  return typeof said === "object" && said !== null && stream in said
    ? String(Reflect.get(said, stream))
    : "";
}

async function paragraphRow(before: string, after: string): Promise<Row> {
  const [old, now] = [await paragraphsIn(before), await paragraphsIn(after)];
  return {
    what: `${basename(before)}: paragraphs that LibreOffice reads, in %`,
    ours: now === undefined ? "no LibreOffice here" : shown([now], "paragraphs"),
    ...(old !== undefined &&
      now !== undefined && {
        beside: shown([old], "paragraphs"),
        figure: spreadOf([(100 * now) / old]),
        goal: { atLeast: 100 },
      }),
  };
}

/** Counts the paragraphs in a book; undefined without LibreOffice, or when it cannot open the file. */
async function paragraphsIn(book: string): Promise<number | undefined> {
  const { SOFFICE: program = "soffice" } = process.env;
  const folder = await mkdtemp(join(tmpdir(), "office-"));
  try {
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const to = ["--convert-to", "txt:Text (encoded):UTF8", "--outdir", folder];
    await promisify(execFile)(program, ["--headless", profile, ...to, book]);
    const text = await readFile(join(folder, `${basename(book, extname(book))}.txt`), "utf8");
    return text.split("\n").length;
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}
