import { z } from "zod";

import { readAnswer, type Message } from "../../src/service/longform/prompt.ts";
import { translateBook } from "../../src/service/longform/translate.ts";
import { reversedWords } from "../../test/service/model-server.ts";
import { aNovel } from "../../test/service/novels.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.object({ rounds: z.number() });

/** Measures the CPU of the service for a million characters of a book, without the model's part. */
answerQuestions(async (question) => {
  const { rounds } = asked.parse(question);
  const novel = aNovel(1, { chapters: 50, paragraphs: 100 });
  const answers = new Map<string, string>();
  const run = async (ask: (prompt: string) => string) => {
    const settings = {
      register: "literary prose",
      budget: 1500,
      lanesAtOnce: 4,
      ask: async (messages: readonly Message[]) => ask(messages.at(-1)?.content ?? ""),
    };
    const pieces = translateBook(
      inPieces(novel),
      { ...job, account: "bench", isLight: false, characters: novel.length },
      { ...job, ...settings },
    );
    let length = 0;
    for await (const piece of pieces) length += piece.length;
    if (length === 0) throw new Error("nothing was translated");
  };
  await run((prompt) => {
    const answer = translated(prompt);
    answers.set(prompt, answer);
    return answer;
  });
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await run((prompt) => answers.get(prompt) ?? "");
    const { user, system } = process.cpuUsage(before);
    ms.push(((user + system) / novel.length) * 1000);
  }
  return ms;
});

const glossary = ["Mara", "Tobin", "Ysolde", "Hollis", "Nobody", "Nowhere"].map((source) => {
  return { source, target: reversedWords(source), confidence: 1 };
});

const job = {
  taskId: "a-task",
  source: "en",
  target: "fr",
  glossary,
  finished: async () => undefined,
  finish: async () => undefined,
  progress: () => undefined,
  gap: (kind: string) => {
    throw new Error(`a paragraph is ${kind}`);
  },
  deadline: Infinity,
  signal: new AbortController().signal,
};

const pieceLength = 1 << 16;

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}

function translated(prompt: string): string {
  const [, section = ""] = prompt.split("## Translate\n");
  const lines = section.replaceAll(/^(\[\d+\]) (.*)$/gmu, (_, number: string, text: string) => {
    return `${number} ${reversedWords(text)}`;
  });
  const numbers = [...lines.matchAll(/^\[(\d+)\] /gmu)].map(([, number]) => Number(number));
  if (typeof readAnswer(lines, numbers) === "string") throw new Error("the answer cannot be read");
  return lines;
}
