import { z } from "zod";

import { readAnswer } from "../../src/service/longform/answer.ts";
import { translateBook } from "../../src/service/longform/translate.ts";
import { turned } from "../../test/service/model-server.ts";
import { aNovel } from "../../test/service/novels.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.object({ rounds: z.number() });

/** All that the service does about a book but asking the model: CPU for a million characters. */
answerQuestions(async (question) => {
  const { rounds } = asked.parse(question);
  const novel = aNovel(1, { chapters: 50, paragraphs: 100 });
  const answers = new Map<string, string>();
  const run = (ask: (prompt: string) => string) =>
    translateBook(novel, job, {
      ...job,
      register: "literary prose",
      budget: 1500,
      lanesAtOnce: 4,
      ask: async (messages) => ask(messages.at(-1)?.content ?? ""),
    });
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
  return { source, target: turned(source), confidence: 1 };
});

const job = {
  taskId: "a-task",
  source: "en",
  target: "fr",
  glossary,
  finished: new Map<string, string>(),
  finish: () => undefined,
  progress: () => undefined,
  gap: (kind: string) => {
    throw new Error(`a paragraph is ${kind}`);
  },
  deadline: Infinity,
  signal: new AbortController().signal,
};

function translated(prompt: string): string {
  const [, section = ""] = prompt.split("## Translate\n");
  const lines = section.replaceAll(/^(\[\d+\]) (.*)$/gmu, (_, number: string, text: string) => {
    return `${number} ${turned(text)}`;
  });
  const numbers = [...lines.matchAll(/^\[(\d+)\] /gmu)].map(([, number]) => Number(number));
  if (!readAnswer(lines, numbers).ok) throw new Error("the answer cannot be read");
  return lines;
}
