import type { Task } from "#service/contract/task.ts";

export function aTask(changes: Partial<Task>): Task {
  return {
    id: "task_1",
    account: "press",
    keyPrefix: "a",
    fingerprint: "",
    action: "translation",
    fileName: "a.txt",
    targetLang: "fr",
    strategy: "merge",
    glossary: [],
    sourceCharacters: 5,
    characters: 5,
    announced: 5,
    price: 5,
    reserved: 5,
    language: "en",
    createdAt: 0,
    linkSecret: "",
    status: "pending",
    charged: 0,
    ...changes,
  };
}
