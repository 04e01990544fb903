import type { Approval, Task } from "#domain/task.ts";

/** An approved run, unless it came to nothing. */
export type Purchase = {
  readonly key: string;
  readonly card: string;
  /** Chapters or whole texts, with language and kind. None may be charged twice unknowingly. */
  readonly pieces: readonly string[];
  /** The runs that the clicked offer listed as existing. */
  readonly said: readonly string[];
  /** The passages that it translates, each with its characters. */
  readonly passages: Readonly<Record<string, number>>;
  /** The characters that the clicked offer called translated before. */
  readonly told: number;
  readonly price: number;
  readonly status: Task["state"]["status"];
  /** True when the admins were told that it was charged although another run replaced it. */
  readonly isTold: boolean;
  readonly requester: string;
  /** The text and its language. Limits count all its approvals together. */
  readonly manuscript: string;
  readonly approval: Approval | undefined;
};
