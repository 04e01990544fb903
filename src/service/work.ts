import { readOpening } from "./contract/characters.ts";
import { producesText } from "./contract/task.ts";
import type { Stretch, Task, TaskEnd, Term } from "./contract/task.ts";
import { mergeTerms } from "./contract/terms.ts";
import type { Job } from "./engines/engine.ts";
import type { World } from "./world.ts";

/** The ways in which the sandbox spoils a result. */
export type Twist = {
  readonly text?: (text: AsyncIterable<string>) => AsyncIterable<string>;
  readonly terms?: (terms: readonly Term[]) => readonly Term[];
};

/** Everything that the work on a task uses. */
export type Workshop = Pick<World, "books" | "texts" | "engine" | "now">;

type Watch = Pick<Job, "progress" | "deadline" | "signal">;
type Working = { readonly task: Task; readonly watch: Watch; readonly twist?: Twist };

export async function workOn(world: Workshop, { task, watch, twist }: Working): Promise<TaskEnd> {
  const gaps = { untranslated: [] as Stretch[], doubtful: [] as Stretch[] };
  const job: Job = {
    ...watch,
    taskId: task.id,
    source: task.language,
    target: task.targetLang,
    glossary: task.strategy === "skip" ? [] : mergeTerms([], task.glossary),
    characters: task.characters,
    finished: (name) => world.books.passages.find(task.id, name),
    finish: (name, text) => world.books.passages.save(task.id, name, text),
    gap: (kind, stretch) => gaps[kind].push(stretch),
  };
  const end = (product: Partial<TaskEnd>): TaskEnd => {
    return { status: "completed", charged: task.price, ...product, endedAt: world.now() };
  };
  const reads = task.action === "glossary_extraction" || producesText(task.action);
  if (!reads) return end({});
  const terms = await termsOf(world, { task, job });
  if (!producesText(task.action)) return end({ terms });

  const source = readOpening(world.texts.read(task.id, "source"), task.characters);
  const translated = world.engine.translate(twist?.text?.(source) ?? source, {
    ...job,
    glossary: twist?.terms?.(terms) ?? terms,
  });
  let outputBytes = 0;
  const bytes = async function* () {
    for await (const piece of translated) {
      const chunk = Buffer.from(piece);
      outputBytes += chunk.length;
      yield chunk;
    }
  };
  await world.texts.write(task.id, bytes());
  // Untranslated characters are not charged.
  const lacking = gaps.untranslated.reduce((sum, { characters }) => sum + characters, 0);
  return end({ outputBytes, charged: Math.max(0, task.price - lacking), ...named(gaps) });
}

function named(gaps: Record<"untranslated" | "doubtful", readonly Stretch[]>) {
  return Object.fromEntries(Object.entries(gaps).filter(([, stretches]) => stretches.length > 0));
}

const evidenceCharacters = 1_000_000;

type Asking = { readonly task: Task; readonly job: Job };

/** Contract, POST /tasks rules 5 to 7. */
async function termsOf(
  { texts, engine }: Workshop,
  { task, job }: Asking,
): Promise<readonly Term[]> {
  if (task.strategy === "replace") return job.glossary;
  const limit = Math.min(task.characters, evidenceCharacters);
  const pieces = readOpening(texts.read(task.id, "source"), limit);
  const found = await engine.extract((await Array.fromAsync(pieces)).join(""), job);
  return mergeTerms(
    found,
    job.glossary.map(({ source, target }) => [source, target]),
  );
}
