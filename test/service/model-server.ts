import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

import { z } from "zod";

/** The faults of the scripted model; each affects one request. */
export const faults = [
  "merge",
  "drop",
  "repeat",
  "reorder",
  "count",
  "invent",
  "wrong-language",
  "echo",
  "preamble",
  "break-off",
  "cut",
  "hang-up",
  "silence",
  "refuse",
  "forget-marks",
  "forget-terms",
  "busy",
  "overloaded",
  "thinking",
] as const;
/** Those that a server has for one text for ever. */
export type ModelFault = (typeof faults)[number] | "unreadable" | "error" | "forbidden" | "gone";

type Line = { readonly number: number; readonly text: string };

const bodySchema = z.object({
  model: z.string(),
  max_tokens: z.number().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

type Options = {
  /** Requests for a translation are counted from 1; those for a sign of life or terms are not. */
  readonly faultOf?: (request: number, texts: readonly string[]) => ModelFault | undefined;
  readonly hears?: (texts: readonly string[], prompt: string) => void;
  /** Delays each answer. */
  readonly thinks?: () => Promise<unknown>;
};

/**
 * Translates as the scripted model does: reverses each run of small letters, and keeps all else.
 */
export function reversedWords(text: string): string {
  return text.replaceAll(/\p{Ll}{2,}/gu, (word) => Array.from(word).reverse().join(""));
}

/** Starts a server of chat completions that translates by `reversedWords`, with faults. */
export async function startModel({ faultOf = () => undefined, hears, thinks }: Options = {}) {
  let [count, translations] = [0, 0];
  const server = createServer((request, response) => {
    void (async () => {
      const body = bodySchema.parse(JSON.parse(await readText(request)));
      const prompt = body.messages.map(({ content }) => content).join("\n\n");
      const lines = linesOf(prompt);
      count += 1;
      const texts = lines.map(({ text }) => text);
      if (texts.length > 0) translations += 1;
      const fault = texts.length === 0 ? undefined : faultOf(translations, texts);
      if (texts.length > 0) hears?.(texts, prompt);
      await thinks?.();
      answer(response, { fault, lines, terms: termsOf(prompt), prompt });
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: () => count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function linesOf(prompt: string): readonly Line[] {
  const [, section = ""] = prompt.split("## Translate\n");
  return section.split("\n").flatMap((line) => {
    const [, number, text = ""] = /^\[(\d+)\] (.*)$/u.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), text }];
  });
}

function termsOf(prompt: string): ReadonlyMap<string, string> {
  const [, section = ""] = /## Terms\n(.*?)(?:\n\n|$)/su.exec(prompt) ?? [];
  const pairs = section.split("\n").flatMap((line) => {
    const [source, target] = line.split(" = ");
    return source === undefined || target === undefined ? [] : [[source, target] as const];
  });
  return new Map(pairs);
}

type Answer = {
  readonly fault: ModelFault | undefined;
  readonly lines: readonly Line[];
  readonly terms: ReadonlyMap<string, string>;
  readonly prompt: string;
};

function answer(response: ServerResponse, { fault, lines, terms, prompt }: Answer): void {
  if (fault === "hang-up") return void response.destroy();
  // The client gives up first.
  if (fault === "silence") return;
  if (fault === "busy") return void response.writeHead(429, { "retry-after": "1" }).end("{}");
  if (fault === "unreadable") return void response.end("<html>");
  if (fault === "error") return void response.writeHead(500).end("{}");
  if (fault === "forbidden") return void response.writeHead(403).end("{}");
  if (fault === "gone") return void response.writeHead(404).end("{}");
  if (fault === "overloaded") return void response.writeHead(503).end("overloaded");
  const content = lines.length === 0 ? glossaryOf(prompt) : spoken(lines, terms, fault);
  const reason = fault === "cut" ? "length" : "stop";
  const sent = fault === "cut" || fault === "break-off" ? half(content) : content;
  response.setHeader("content-type", "application/json").end(
    JSON.stringify({
      choices: [{ message: { role: "assistant", content: sent }, finish_reason: reason }],
      usage: { prompt_tokens: prompt.length / 4, completion_tokens: content.length / 4 },
    }),
  );
}

/**
 * Cuts the text where the cut shows: not at the end of a sentence, and not within a heading. Half
 * of one heading may be the whole of another.
 */
function half(content: string): string {
  const start = content.slice(0, content.length < 60 ? "[1] ".length : content.length / 2);
  return start.replace(/[\p{P}\s]+$/u, "");
}

function glossaryOf(prompt: string): string {
  const found = [...prompt.matchAll(/^\[(\d+)\] (.*) \(in: /gmu)];
  return found.map(([, number, source = ""]) => `[${number}] ${source.toUpperCase()}`).join("\n");
}

function spoken(
  lines: readonly Line[],
  terms: ReadonlyMap<string, string>,
  fault: ModelFault | undefined,
): string {
  const translated = lines.map(({ number, text }) => {
    const said = fault === "forget-terms" ? reversedWords(text) : withTerms(text, terms);
    return { number, text: fault === "forget-marks" ? said.replaceAll("*", "") : said };
  });
  const spoil = fault === undefined ? undefined : spoiled[fault];
  return spoil?.(translated, lines) ?? written(translated);
}

function written(all: readonly Line[]): string {
  return all.map(({ number, text }) => `[${number}] ${text}`).join("\n");
}

type Spoil = (translated: readonly Line[], lines: readonly Line[]) => string;

const doubledIfAlone = (all: readonly Line[]) => (all.length === 1 ? [...all, ...all] : all);

const spoiled: Readonly<Partial<Record<ModelFault, Spoil>>> = {
  merge: ([first, second, ...rest]) =>
    first === undefined || second === undefined
      ? ""
      : written([{ ...first, text: `${first.text} ${second.text}` }, ...rest]),
  drop: (translated) => written(translated.slice(1)),
  repeat: (translated) => {
    const text = translated[0]?.text ?? "";
    return written(
      doubledIfAlone(translated).map((line, at) => (at === 1 ? { ...line, text } : line)),
    );
  },
  reorder: (translated) => written(doubledIfAlone(translated).toReversed()),
  count: (translated) =>
    written(translated.toReversed().map((line, at) => ({ ...line, number: at + 100 }))),
  invent: (translated) => {
    const number = (translated.at(-1)?.number ?? 0) + 1;
    return written([...translated, { number, text: "dnE eht." }]);
  },
  "wrong-language": (_, lines) =>
    written(lines.map((line) => ({ ...line, text: `And it was so that he had ${line.text}` }))),
  echo: (_, lines) => written(lines),
  preamble: (translated) => `Sure, here is the translation:\n${written(translated)}`,
  refuse: () => "I'm sorry, but I can't help with that.",
  thinking: (translated) =>
    `<think>[1] What is this?\n</think>\n\`\`\`\n${written(translated)}\n\`\`\``,
};

/** Puts the listed terms in, and turns everything between them. */
function withTerms(text: string, terms: ReadonlyMap<string, string>): string {
  const found = [...terms.keys()].filter((term) => text.includes(term));
  if (found.length === 0) return reversedWords(text);
  const parts = text.split(new RegExp(`(${found.join("|")})`, "u"));
  return parts.map((part) => terms.get(part) ?? reversedWords(part)).join("");
}
