import { UnexpectedReply } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";
import { createExchange } from "./exchange.ts";
import { createForm } from "./multipart.ts";
import { readDate } from "./refusal.ts";
import { checkHost, safeLink } from "./results.ts";
import { readDownload, readTask, readUsage } from "./wire.ts";

export type PartnerDeps = {
  /** Ends with /api/b2b/v1; the key goes to its origin alone. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Longest wait for an answer in ms; 1 s for each 256 kB of a body is added. */
  readonly timeoutMs?: number;
  /** Not in the contract: the name of the form field that carries the file. */
  readonly fileField?: string;
  /** Hosts to which links to results may lead; an empty list allows any. */
  readonly resultHosts?: readonly string[];
  /** Wall clock in ms, for a Retry-After that names a date. */
  readonly now: () => number;
  /** Receives the Date header of each answer, "" when it has none. */
  readonly onDate?: (date: string) => void;
  /** Returns a signal that aborts after this many ms. */
  readonly deadline?: (ms: number) => AbortSignal;
};

/**
 * Calls the translation partner over HTTP. It sends once and never retries: whether a request may
 * be sent again is a question about money, which others decide.
 *
 * Every method throws a PartnerFault that holds neither the key nor any of the reply's text, except
 * the short reason of a 400. `createTask` also throws the errors of its `beforeLastBytes`.
 * Contract, Endpoints.
 */
export function createPartner(deps: PartnerDeps): Partner {
  const { apiKey, timeoutMs = 90_000, fileField = "file", resultHosts = [], now } = deps;
  const { deadline = (ms) => AbortSignal.timeout(ms), onDate = () => undefined } = deps;
  const baseUrl = new URL(deps.baseUrl);
  const exchange = createExchange({ baseUrl, apiKey, now, onDate, deadline });
  const taskPath = (taskId: string): string => `/tasks/${encodeURIComponent(taskId)}`;
  return {
    usage: async () => {
      const usage = readUsage(await exchange({ path: "/usage", timeoutMs }));
      if (usage.keyPrefix.includes(apiKey)) {
        throw new UnexpectedReply("the prefix of the key, not the key");
      }
      return usage;
    },
    createTask: async (create) => {
      const reply = await exchange({
        path: "/tasks",
        timeoutMs,
        post: { idempotencyKey: create.key, form: createForm(create, fileField) },
      });
      return readTask(reply, { action: create.action });
    },
    task: async (taskId) => {
      const reply = await exchange({ path: taskPath(taskId), timeoutMs });
      return readTask(reply, { taskId });
    },
    download: async (taskId) => {
      const reply = await exchange({ path: `${taskPath(taskId)}/download`, timeoutMs });
      const download = readDownload(reply);
      const url = safeLink(download.url, baseUrl);
      checkHost(url, resultHosts);
      return { ...download, url };
    },
  };
}

/**
 * Measures how far our clock is ahead of the partner's, by the Date header of its last answer. Not
 * in the contract: that the header is right.
 */
export function createPartnersClock(now: () => number) {
  let ahead: number | undefined;
  return {
    onDate: (date: string): void => {
      const theirs = readDate(date);
      ahead = theirs === undefined ? undefined : now() - theirs;
    },
    /** Returns ms; undefined when the last answer had no date. */
    aheadMs: (): number | undefined => ahead,
  };
}
