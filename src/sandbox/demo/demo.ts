import type { Asked } from "./arguments.ts";
import { type Printer, StepFailed, createSteps } from "./printing.ts";
import { playRequest } from "./script.ts";
import { createFolder, openWorld } from "./world.ts";

type DemoDeps = {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly printer: Printer;
  /** Aborted when the person wants to stop. */
  readonly stopped: AbortSignal;
};

const toReadMs = 400;
/** Characters a second, once the play is over: slow enough to see a card move. */
const unhurried = 2000;

/**
 * Opens the local worlds, plays one request and, if asked, stays up until the person stops it.
 * Everything that it opened is closed and cleared away before it returns its exit code.
 */
export async function runDemo(
  deps: DemoDeps,
  { manuscript, lang, afterwards }: Asked,
): Promise<number> {
  const { printer, stopped, sleep } = deps;
  await using ends = new AsyncDisposableStack();
  const folder = createFolder(ends);
  const step = createSteps(printer, () => sleep(toReadMs));
  const balance = Math.max(100_000, manuscript.content.length * 2);
  try {
    const world = await step("The local Slack, the local partner and the bot start", async () => {
      const port = afterwards === "exit" ? undefined : pagePort(deps.env);
      const opening = { ...deps, lang, balance, folder, ends, port, note: printer.note };
      const opened = await openWorld(opening);
      printer.list(opened.addresses);
      return opened;
    });
    printer.good(await playRequest({ world, printer, step, manuscript }));
    if (afterwards === "exit") return 0;
    world.partner.change({ charsPerSecond: unhurried });
    printer.line("Everything stays up at these addresses until you press Ctrl+C:");
    printer.list(world.addresses);
    await world.broken.catch((error: unknown) => {
      if (!stopped.aborted) throw new StepFailed("Everything stays up", error);
    });
    return 0;
  } catch (error) {
    if (stopped.aborted) return 130;
    if (!(error instanceof StepFailed)) throw error;
    tellFailure(printer, error, folder.logEnd());
    return 1;
  }
}

/** @throws Error with a sentence */
function pagePort({ DEMO_PORT: port = "4000" }: NodeJS.ProcessEnv): number {
  if (/^\d{1,5}$/u.test(port) && Number(port) < 65_536) return Number(port);
  throw new Error(`DEMO_PORT must be a port, and “${port}” is none.`);
}

function tellFailure(printer: Printer, { message, cause }: StepFailed, logEnd: string): void {
  printer.bad(message);
  printer.badDetail(cause instanceof Error ? cause.message : String(cause));
  printer.bad("The bot’s log ended with:");
  printer.badDetail(logEnd);
}
