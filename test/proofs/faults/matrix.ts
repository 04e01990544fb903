import { type Column, type Row, columns } from "./columns.ts";

/** The outcome of one fault on one call. */
export type Cell =
  /** Tested by the row's suite here. */
  | { readonly kind: "here"; readonly expected: string }
  /** Tested elsewhere: in this file, under this name. */
  | { readonly kind: "there"; readonly file: string; readonly name: string }
  | { readonly kind: "never"; readonly why: string };

/** The outcome of a fault that nobody notices. */
export const noTrouble = "is no trouble";

type Cells = Readonly<Record<Column, Cell>>;

const here = (expected: string): Cell => ({ kind: "here", expected });
const there = (file: string, name: string): Cell => ({
  kind: "there",
  file: `test/${file}.test.ts`,
  name,
});
const never = (why: string): Cell => ({ kind: "never", why });
const onlySlack = never(
  "Only some calls of Slack answer so: a word of its own in an answer of 200.",
);
/** A journey plays one word of each behaviour on every call: see `words-of-slack.ts`. */
const saysNo = (cell: Cell) => ({
  "no: gone": cell,
  "no: not here": cell,
  "no: not now": cell,
  "no: ours": cell,
  "no: unknown": cell,
});
/** The fault is the same on the whole way: only what Slack alone can answer is left out. */
const all = (cell: Cell): Cells => ({
  refused: cell,
  "reset before": cell,
  "reset after commit": cell,
  timeout: cell,
  "400": cell,
  "401": cell,
  "402": cell,
  "404": cell,
  "409": cell,
  "429 in seconds": cell,
  "429 by a date": cell,
  "429 unnamed": cell,
  "429 unreadable": cell,
  "500": cell,
  "502": cell,
  "503": cell,
  HTML: cell,
  truncated: cell,
  "wrong type": cell,
  slow: cell,
  duplicate: cell,
  redirect: cell,
  late: onlySlack,
  ...saysNo(onlySlack),
});

const unclear = "journeys/translation/unclear-answers";
const refusals = "journeys/translation/refused-by-partner";
const sameKey = there(unclear, "after %s the same key asks again: one task, charged once");
const asksToWait = there(
  refusals,
  "a partner that asks to wait, naming %s, is not asked sooner, and then with the same key",
);

const post: Cells = {
  ...all(sameKey),
  refused: there(
    unclear,
    "while the partner is down nothing is lost, and the translation goes out when it is back",
  ),
  timeout: there(unclear, "a partner that answers too late made one task, and is paid once"),
  "400": there(
    refusals,
    "a request that the partner turns down is said with its reason, also in the log, and costs nothing",
  ),
  "401": there(
    refusals,
    "a key that the partner does not accept is said on the card, and costs nothing",
  ),
  "402": there(
    refusals,
    "an account that has run dry says how much is missing, and offers what fits",
  ),
  "404": here("is asked again with the same key, and paid once"),
  "409": there(
    refusals,
    "a conflict on a first attempt is never resolved by another key: a person is told",
  ),
  "429 in seconds": asksToWait,
  "429 by a date": asksToWait,
  "429 unnamed": asksToWait,
  "429 unreadable": here("goes out later with the same key, and is paid once"),
  redirect: here("is asked again with the same key, and paid once"),
  slow: here(noTrouble),
  duplicate: here(noTrouble),
};

const later = here("costs nothing but time");
const atOnce = here(noTrouble);

const look: Cells = {
  ...all(later),
  "401": there(
    refusals,
    "a key that is revoked while a task runs: the admins are told once, the task is kept",
  ),
  "404": there(
    "journeys/translation/endings",
    "a task that the partner no longer knows is reported, and never created anew",
  ),
  slow: atOnce,
  duplicate: atOnce,
};

const saysWhen = here("gives no link, says from when, and the next click gets one");

const download: Cells = {
  ...all(here("gives no link, says so, and the next click gets one")),
  "429 in seconds": saysWhen,
  "429 by a date": saysWhen,
  "404": here("says that there is no file yet, and the next click gets one"),
  slow: atOnce,
  duplicate: atOnce,
};

const uncompared = here("keeps nobody from the result, and is said");

const compare: Cells = {
  ...all(here("keeps nobody from the result, and is compared later")),
  refused: never(
    "The look that found the result had just gone the same way; from then on it is as a reset.",
  ),
  "404": uncompared,
  HTML: uncompared,
  truncated: uncompared,
  "wrong type": uncompared,
  slow: atOnce,
  duplicate: atOnce,
};

const usage: Cells = {
  ...all(here("holds the send back until the account can be read")),
  "401": here("is told as a refused key, and costs nothing"),
  slow: atOnce,
  duplicate: atOnce,
};

const saidOnce = here("is looked for, and said once");
const oncePerWait = there(
  "journeys/translation/saying-once",
  "when Slack asks to wait, naming %s, card and result come later, once each",
);

const forADay = "journeys/outside/refused-for-a-day.prove";
const broughtToSomebody = saysNo(
  there(forADay, "whatever call Slack refuses with “%s”, a paid result is brought to somebody"),
);

const sentOnce = never(
  "A connection carries a request once, and the client for posts never repeats one: see the resets.",
);

const slackPost: Cells = {
  ...all(saidOnce),
  "reset after commit": there(
    "journeys/translation/saying-once",
    "a result whose post ends in “%s” is said once",
  ),
  "429 in seconds": oncePerWait,
  "429 unnamed": oncePerWait,
  slow: atOnce,
  duplicate: sentOnce,
  ...broughtToSomebody,
};

const update: Cells = {
  ...all(here("is repeated until the card is right")),
  // The bot reads nothing of the answer except that it is a yes.
  "wrong type": atOnce,
  slow: atOnce,
  duplicate: atOnce,
  ...broughtToSomebody,
};

const replies: Cells = {
  ...all(here("is repeated before anything is said again")),
  slow: atOnce,
  duplicate: atOnce,
  ...broughtToSomebody,
};

const files: Cells = {
  ...all(here("is looked for, and shared once")),
  "reset after commit": there(
    "journeys/translation/saying-once",
    "a file whose sharing was not answered is shared once",
  ),
  "wrong type": atOnce,
  slow: atOnce,
  duplicate: sentOnce,
  late: there(
    "journeys/delivery/files",
    "a file that Slack shares a little later stands in the thread once, after %s",
  ),
  ...broughtToSomebody,
};

const slackAnswers = "journeys/outside/slack-answers";

const notHandedOut = here("is said as a file that Slack does not hand out");

const file: Cells = {
  ...all(here("is asked again, and the manuscript gets one card")),
  "wrong type": notHandedOut,
  slow: atOnce,
  duplicate: atOnce,
  late: there(slackAnswers, "whose address Slack names a moment later"),
  ...saysNo(
    there(
      forADay,
      "who waits for a manuscript that Slack refuses with “%s” hears, whatever else it refuses",
    ),
  ),
};

const slackDownload: Cells = {
  ...all(here("is asked again, and the manuscript gets one card")),
  refused: never(
    "The local Slack serves files from the host of its calls, which come first: see the resets.",
  ),
  "401": notHandedOut,
  "404": notHandedOut,
  HTML: notHandedOut,
  redirect: there(slackAnswers, "that Slack serves after redirects to another address of its own"),
  "wrong type": never("A manuscript has no fields: it is the bytes that Slack stated."),
  slow: atOnce,
  duplicate: atOnce,
};

const groups: Cells = {
  ...all(here("spends nothing on a member’s click, and the next one counts")),
  slow: atOnce,
  duplicate: atOnce,
  ...saysNo(here("counts as empty until Slack lists its members again")),
  "no: gone": there(
    slackAnswers,
    "an admin who is listed by id approves, although the user group is gone; the admins and the operator hear once",
  ),
};

const noStatus = "Redis has no such status: what it refuses by itself is the row’s own suite.";
const unreadable = here("throws: it never reads as “not there”");

const noStatuses = Object.fromEntries(
  columns
    .filter((column) => /^\d|^redirect$/u.test(column))
    .map((column) => [column, never(noStatus)]),
);

const redisGet: Cells = {
  ...all(unreadable),
  ...noStatuses,
  "500": there(
    "store/redis-store.prove",
    "is not empty, but unreadable, while Redis reads its file",
  ),
  slow: atOnce,
  duplicate: never("Reading twice reads the same; Redis answers each command once."),
};

const redisCas: Cells = {
  ...all(here("is said to have failed or to be unclear, and stands at most once")),
  ...noStatuses,
  timeout: there(
    "store/redis-store.prove",
    "writes nothing once the one who asked was told that it failed",
  ),
  "500": there("store/redis-store.prove", "one that is full writes nothing, and says so"),
  slow: atOnce,
  duplicate: never(
    "A connection carries a command once; said again it changes nothing, which every cell here tries.",
  ),
};

/** Every fault on every call, with its outcome. */
export const matrix: Readonly<Record<Row, Cells>> = {
  POST: post,
  "GET task": look,
  "GET download": download,
  "GET download to compare": compare,
  "GET usage": usage,
  "Slack post": slackPost,
  "Slack update": update,
  "Slack replies": replies,
  "Slack files": files,
  "Slack file": file,
  "Slack download": slackDownload,
  "Slack groups": groups,
  "Redis get": redisGet,
  "Redis set": all(never("Nothing is written but by compare-and-set: see that row.")),
  "Redis NX": all(never("A new record is a compare-and-set against nothing: see that row.")),
  "Redis CAS": redisCas,
};

/** Returns the cells of a row that its suite runs, with the expected outcome of each. */
export function cellsOf(row: Row): readonly (readonly [Column, string])[] {
  return columns.flatMap((column) => {
    const cell = matrix[row][column];
    return cell.kind === "here" ? [[column, cell.expected] as const] : [];
  });
}
