import type { Lane } from "./lane.ts";
import type { Story } from "./story.ts";

/** The size of the partner's own records before a story. */
export type Mark = { readonly tasks: number; readonly creates: number };

export async function markOf(lane: Lane): Promise<Mark> {
  const { tasks, creates } = await lane.partner.records();
  return { tasks: tasks.length, creates: creates.length };
}

/**
 * Compares a story with the records of the partner and of Slack, which know nothing of the bot's
 * records. Returns the faults in words; none when all is well.
 */
export async function judge(lane: Lane, before: Mark, story: Story): Promise<readonly string[]> {
  return [...(await paid(lane, before)), ...said(lane, story), ...shown(lane, story)];
}

/** Checks the rules that hold at any time, even in a story that did not come to its end. */
export async function paid(lane: Lane, before: Mark): Promise<readonly string[]> {
  const records = await lane.partner.records();
  const tasks = records.tasks.slice(before.tasks);
  const count = (action: string) => tasks.filter((task) => task.action === action).length;
  const faults: string[] = [];
  for (const action of ["translation", "glossary_extraction"]) {
    if (count(action) !== 1) faults.push(`${count(action)} tasks for one ${action}`);
  }
  for (const action of ["token_estimate", "preview_metadata"]) {
    if (count(action) > 1) faults.push(`${count(action)} tasks for one ${action}`);
  }
  const conflicts = records.creates
    .slice(before.creates)
    .filter((one) => one.outcome === "conflict");
  return conflicts.length === 0 ? faults : [...faults, "a key came with two bodies"];
}

function said(lane: Lane, { post, fileName }: Story): readonly string[] {
  const posts = lane.slack.records
    .botPosts()
    .filter(({ channel, threadTs }) => channel === post.channel && threadTs === post.ts);
  const matching = (what: RegExp) => posts.filter((message) => what.test(lane.drawn(message)));
  const files = posts.flatMap(({ fileIds }) => fileIds);
  const names = files.map((id) => lane.slack.state.files.find(id)?.name ?? "").sort();
  const expected = [fileName.replace(/\.txt$/u, ".fr.txt")];
  const counts = {
    cards: posts.filter(({ metadata }) => metadata?.event_type === "translation_quote").length,
    translations: matching(/translation of .* is ready/u).length,
    glossaries: matching(/glossary of .* is ready/u).length,
    posts: posts.length,
  };
  const wanted = { cards: 1, translations: 1, glossaries: 1, posts: 4 };
  return [
    ...(JSON.stringify(counts) === JSON.stringify(wanted)
      ? []
      : [`said ${JSON.stringify(counts)} instead of ${JSON.stringify(wanted)}`]),
    ...(JSON.stringify(names) === JSON.stringify(expected) ? [] : [`files ${names.join(", ")}`]),
  ];
}

/** Checks that the final card shows both results and offers neither again. */
function shown(lane: Lane, { post }: Story): readonly string[] {
  const [card] = lane.replies(post);
  const text = card === undefined ? "no card" : lane.drawn(card);
  const isRight =
    /Done\.\*? It cost .*, as approved/u.test(text) && /Glossary.*✅ Done/u.test(text);
  const isOffered = /"quote\.approve"|"glossary:/u.test(JSON.stringify(card?.blocks));
  const isNamed = typeof card?.metadata?.event_payload["task_id"] === "string";
  return isRight && !isOffered && isNamed ? [] : [`the card reads: ${text}`];
}
