import { fileURLToPath } from "node:url";

import { z } from "zod";

import { spawnListening, temporaryFolder } from "./measure/bot.ts";
import { type Child, openChild } from "./measure/child.ts";
import { hundredMb } from "./measure/korean-text.ts";
import { type Sample, load } from "./measure/open-load.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, round } from "./measure/row.ts";
import { type Delivery, form } from "./measure/slack-signs.ts";
import { quantile, ratioOf, spreadOf } from "./measure/spread.ts";
import type { Transfer } from "./measure/transfers.ts";

export const ack: Benchmark = {
  name: "ack",
  about:
    "How long a signed interaction waits for its acknowledgement by the real bot, between a local Slack and a local partner: of ten, five are `/translate help`, four a click by somebody who may not decide, one a click that chooses another language and is written to SQLite before it is acknowledged. Each is also answered with a message. First while nothing else goes on, while 100 MB manuscripts are read, and while they are sent to the partner; then beside a bare Bolt app with listeners that only acknowledge. For each interaction the desk also sends Slack an answer, which costs about 2 ms of CPU (in the profile: Node's fetch under Bolt's `respond` and Slack's client), so that 500 a second are more than one core can do; then what is behind is acknowledged after 2.5 s, before it was worked on.",
  run: async ({ rounds }) => {
    await using outside = await openChild("outside");
    await using folder = await temporaryFolder();
    const env = environment.parse(await outside.ask({ ask: "environment" }));
    const store = { STORE_URL: `sqlite:${folder.path}/bot.sqlite`, LOG_LEVEL: "info" };
    await using bot = await spawnListening({ env: { ...env, ...store } });
    await using bolt = await spawnListening({ file: bareBolt, env });
    await outside.ask({ ask: "connect", port: bot.port });
    const secret = env["SLACK_SIGNING_SECRET"] ?? "";
    const delivery = variations(templates.parse(await outside.ask({ ask: "templates" })));
    const at = (port: number, perSecond: number, ms: number) =>
      load({ port, secret, perSecond, delivery, signal: AbortSignal.timeout(ms) });
    await inTurns(1, { ours: () => at(bot.port, 50, 1500), bolt: () => at(bolt.port, 50, 1500) });
    const busy = await whileManuscripts({
      outside,
      rounds,
      load: { port: bot.port, secret, delivery },
    });
    const slow = await inTurns(rounds, {
      ours: () => at(bot.port, 50, 2000),
      bolt: () => at(bolt.port, 50, 2000),
    });
    const fast = await inTurns(rounds, {
      ours: () => at(bot.port, 500, 2000),
      bolt: () => at(bolt.port, 500, 2000),
    });
    return [...busy, ...beside("50", slow), ...beside("500", fast)];
  },
};

const bareBolt = fileURLToPath(new URL("children/bare-bolt.ts", import.meta.url));
const environment = z.record(z.string(), z.string());
const templates = z.object({
  command: z.string(),
  refused: z.string(),
  recorded: z.string(),
  answerUrl: z.string(),
});

type Target = {
  readonly port: number;
  readonly secret: string;
  readonly delivery: (n: number) => Delivery;
};

async function whileManuscripts(given: {
  readonly outside: Child;
  readonly rounds: number;
  readonly load: Target;
}): Promise<readonly Row[]> {
  const { outside, rounds } = given;
  const quiet = await load({ ...given.load, perSecond: 100, signal: AbortSignal.timeout(3000) });
  const over = new AbortController();
  const loaded = load({ ...given.load, perSecond: 100, signal: over.signal });
  for (let n = 0; n <= rounds; n += 1) await outside.ask({ ask: "manuscript", bytes: hundredMb });
  over.abort();
  const samples = await loaded;
  const transfers = transferList.parse(await outside.ask({ ask: "transfers" }));
  // While it is sent it is also read again; that counts as sending.
  const sending = samples.filter((sample) => during(sample, "send", transfers));
  const reading = samples.filter(
    (sample) => during(sample, "read", transfers) && !sending.includes(sample),
  );
  return [
    waited("nothing else goes on", quiet),
    waited("100 MB manuscripts are read", reading),
    waited("100 MB manuscripts are sent", sending),
  ];
}

const transferList = z.array(
  z.object({ kind: z.enum(["read", "send"]), from: z.number(), until: z.number() }),
);

function during({ at, ms }: Sample, kind: Transfer["kind"], transfers: readonly Transfer[]) {
  return transfers.some((one) => one.kind === kind && at + ms >= one.from && at <= one.until);
}

/** Issue: an acknowledgement leaves within one second. */
function waited(when: string, samples: readonly Sample[]): Row {
  const ms = samples.map((sample) => sample.ms);
  const longest = Math.max(...ms);
  return {
    what: `longest wait in ms while ${when}, 100 a second`,
    ours: `p50 ${round(quantile(ms, 0.5))}, p99 ${round(quantile(ms, 0.99))}, max ${round(longest)} ms (${ms.length} interactions${refusals(samples)})`,
    figure: spreadOf([longest]),
    goal: { atMost: 1000 },
    ifMissed: "the desk had a fraction of a core; p99 and the load above tell",
  };
}

function beside(
  rate: string,
  { ours, bolt }: Record<"ours" | "bolt", readonly (readonly Sample[])[]>,
): readonly Row[] {
  const at = (q: number, rounds: readonly (readonly Sample[])[]) =>
    rounds.map((samples) =>
      quantile(
        samples.map(({ ms }) => ms),
        q,
      ),
    );
  const told = (rounds: readonly (readonly Sample[])[]) =>
    `p50 ${round(spreadOf(at(0.5, rounds)).median)}, p99 ${round(spreadOf(at(0.99, rounds)).median)}, max ${round(Math.max(...at(1, rounds)))} ms${refusals(rounds.flat())}`;
  return [0.5, 0.99].map((q) => ({
    what: `p${q * 100} at ${rate} interactions a second, beside a bare Bolt app`,
    ours: told(ours),
    beside: told(bolt),
    figure: ratioOf(at(q, ours), at(q, bolt)),
  }));
}

function refusals(samples: readonly Sample[]): string {
  const refused = samples.filter(({ status }) => status !== 200).length;
  return refused === 0 ? "" : `, ${refused} not answered with 200`;
}

/** The n-th interaction: like what was recorded, but never the same bytes twice. */
function variations({ command, refused, recorded, answerUrl }: z.infer<typeof templates>) {
  const fields = Object.fromEntries(new URLSearchParams(command));
  const [refusal, decision] = [readClick(refused), readClick(recorded)];
  return (n: number): Delivery => {
    const fresh = { trigger_id: `1.${n}`, response_url: answerUrl };
    if (n % 2 === 0) {
      return { type: form, body: new URLSearchParams({ ...fields, ...fresh }).toString() };
    }
    const click = n % 10 === 1 ? decision : refusal;
    const target = { selected_option: { value: n % 20 === 1 ? "fr" : "de" } };
    const action = { ...click.actions[0], ...target, action_ts: `2.${n}` };
    const body = JSON.stringify({ ...click, ...fresh, actions: [action] });
    return { type: form, body: `payload=${encodeURIComponent(body)}` };
  };
}

function readClick(body: string) {
  return clickShape.parse(JSON.parse(new URLSearchParams(body).get("payload") ?? ""));
}

const clickShape = z.looseObject({ actions: z.tuple([z.looseObject({})]) });
