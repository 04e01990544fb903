import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";

import { extractText } from "../src/manuscripts/documents/extract.ts";
import { putBack } from "../src/manuscripts/documents/put-back/put-back.ts";
import { chooseEngine } from "../src/service/engines/apertium.ts";
import type { Translate } from "../src/service/engines/engine.ts";
import { pseudoTranslate } from "../src/service/engines/pseudo.ts";
import { madeDocx, madeEpub } from "./measure/made-books.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";
import { plainBookRows } from "./plain-books.ts";

export const books: Benchmark = {
  name: "books",
  about:
    "Whether documents survive translation from English into Spanish: the share of italics, bold words and links that are kept, with the pseudo-translation and with Apertium; new EPUBCheck errors; and the share of paragraphs that LibreOffice reads. For plain texts, whether the chapters of a `gold.json` are found, and whether damage is noticed. `BOOKS=folder npm run bench -- books` adds the books of a folder; `EPUBCHECK` and `SOFFICE` name those programs.",
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), "books-"));
    try {
      const rows: Row[] = [...(await plainBookRows(process.env["BOOKS"]))];
      for (const path of await allBooks(folder)) rows.push(...(await rowsOf(path, folder)));
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function allBooks(folder: string): Promise<readonly string[]> {
  const made = [
    { path: join(folder, "made.epub"), bytes: madeEpub() },
    { path: join(folder, "made.docx"), bytes: madeDocx() },
  ];
  for (const { path, bytes } of made) await writeFile(path, bytes);
  const given = process.env["BOOKS"];
  const found = given === undefined ? [] : await readdir(given, { recursive: true });
  const others = found.filter((name) => /\.(?:docx|epub)$/u.test(name)).toSorted();
  return [...made.map(({ path }) => path), ...others.map((name) => join(given ?? "", name))];
}

async function rowsOf(path: string, folder: string): Promise<readonly Row[]> {
  const before = new Uint8Array(await readFile(path));
  const name = basename(path);
  const pseudo = await translated(path, before, pseudoTranslate);
  const rows = [emphasisRow(`${name}, pseudo`, pseudo)];
  const engine = await chooseEngine({ program: "apertium", log: () => undefined });
  rows.push(emphasisRow(`${name}, Apertium`, await translated(path, before, engine)));
  if (pseudo.status !== "document") return rows;
  const made = join(folder, `translated-${name}`);
  await writeFile(made, pseudo.bytes);
  return [...rows, await (formatOf(path) === "epub" ? errorRow : paragraphRow)(path, made)];
}

type Rebuilt = Awaited<ReturnType<typeof putBack>>;

function emphasisRow(what: string, rebuilt: Rebuilt): Row {
  const { kept = 0, of = 0 } = rebuilt.status === "document" ? (rebuilt.emphasis ?? {}) : {};
  const share = of === 0 ? 100 : (100 * kept) / of;
  return {
    what: `${what}: emphasis that is kept, in %`,
    ours: rebuilt.status === "document" ? `${kept} of ${of}` : rebuilt.status,
    figure: spreadOf([rebuilt.status === "document" ? share : 0]),
    ...(what.endsWith("pseudo") && { goal: { atLeast: 98 } }),
  };
}

async function translated(
  path: string,
  before: Uint8Array,
  translate: Translate,
): Promise<Rebuilt> {
  const format = formatOf(path);
  const document = () =>
    ({ bytes: new Uint8Array(before), format, encoding: "utf-8", isMarked: true }) as const;
  const text = extractText(document());
  const decoder = new TextDecoder();
  const source = async function* source(): AsyncGenerator<string> {
    for await (const piece of text) yield decoder.decode(piece.text, { stream: true });
  };
  const job = { source: "en", target: "es", glossary: [] };
  const translation = (await Array.fromAsync(translate(source(), job))).join("");
  return await putBack({
    document: document(),
    translation: Buffer.from(translation),
    target: "es",
    limit: 64 * 1024 * 1024,
  });
}

function formatOf(path: string): "docx" | "epub" {
  return extname(path) === ".docx" ? "docx" : "epub";
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
