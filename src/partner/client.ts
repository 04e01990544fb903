import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, type LookupFunction, isIP } from "node:net";

import * as z from "zod";

import {
  UnexpectedReplyError,
  HostNotAllowedError,
  NotFoundError,
  PartnerError,
  UnavailableError,
} from "#domain/errors.ts";
import type {
  Partner,
  Download,
  Gaps,
  OpenResult,
  Outcome,
  PartnerTask,
  Usage,
} from "#domain/partner.ts";
import { Agent, keptMs, request } from "#lib/http.ts";

import { type TransportOptions, createTransport } from "./exchange.ts";
import { createForm, bodyDigest } from "./multipart.ts";

export type PartnerDeps = Pick<TransportOptions, "apiKey" | "now"> &
  Partial<Pick<TransportOptions, "deadline" | "timeoutMs">> & {
    /** Ends with /api/b2b/v1; the key goes to its origin alone. */
    readonly baseUrl: string;
    /** Not in the contract: the name of the form field that carries the file. */
    readonly fileField?: string;
    /** Hosts to which links to results may lead; an empty list allows any. */
    readonly resultHosts?: readonly string[];
  };

/**
 * Calls the translation partner over HTTP. It sends once and never retries: whether a request may
 * be sent again is a question about money, which others decide.
 *
 * Every method throws a PartnerError that holds neither the key nor any of the reply's text, except
 * the short reason of a 400. After a RequestAbortedError of `createTask` the partner has no whole request.
 * Contract, Endpoints.
 */
export function createPartner(deps: PartnerDeps): Partner & {
  /**
   * Returns how far our clock is ahead of the partner's, in ms, by the Date header of its last
   * answer; undefined when it had none. Not in the contract: that the header is right.
   */
  readonly aheadMs: () => number | undefined;
} {
  const { apiKey, fileField = "file", resultHosts = [] } = deps;
  const baseUrl = new URL(deps.baseUrl);
  let ahead: number | undefined;
  const exchange = createTransport({
    timeoutMs: 90_000,
    deadline: (ms) => AbortSignal.timeout(ms),
    ...deps,
    baseUrl,
    onDate: (theirs) => {
      ahead = theirs === undefined ? undefined : deps.now() - theirs;
    },
  });
  const taskPath = (taskId: string): string => `/tasks/${encodeURIComponent(taskId)}`;
  return {
    aheadMs: () => ahead,
    usage: async () => {
      const usage = readUsage(await exchange({ path: "/usage" }));
      if (usage.keyPrefix.includes(apiKey)) {
        throw new UnexpectedReplyError("the prefix of the key, not the key");
      }
      return usage;
    },
    createTask: async (create) => {
      const reply = await exchange({
        path: "/tasks",
        post: { idempotencyKey: create.key, form: createForm(create, fileField) },
      });
      return readTask(reply, { action: create.action });
    },
    bodyDigest: (body) => bodyDigest(body, fileField),
    task: async (taskId) => {
      const reply = await exchange({ path: taskPath(taskId) });
      return readTask(reply, { taskId });
    },
    download: async (taskId) => {
      const reply = await exchange({ path: `${taskPath(taskId)}/download` });
      const download = readDownload(reply);
      return { ...download, url: safeLink(download.url, baseUrl, resultHosts) };
    },
  };
}

/** Leaves a field out when it is missing, null or of another shape: no reply is rejected for it. */
function loosely<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const count = z.int().nonnegative();
const fraction = z.number().min(0).max(1);
const word = z.string().max(200);

/** An id goes into a path: "." and ".." would name another resource there. */
const taskId = z.string().regex(/^(?!\.{1,2}$)[^\p{C}]{1,200}$/u);

const usage = z.object({
  api_key_prefix: word,
  balance_credits: z.int(),
  period_used_credits: z.int(),
  period_start: word,
  period_end: word.nullish(),
  rate_limit_per_minute: z.int().positive(),
});

const term = z.object({
  source: z.string().min(1).max(1000),
  target: z.string().max(1000),
  confidence: z.number().min(0).max(1).optional().catch(undefined),
});

const mostTerms = 20_000;

/** Leaves out the entries that have another shape, and those beyond the limit. */
const terms = z.array(z.unknown()).transform((list) =>
  list.slice(0, mostTerms).flatMap((one) => {
    const { success, data } = term.safeParse(one);
    return success ? [{ confidence: undefined, ...data }] : [];
  }),
);

const stretch = z.object({ from: z.int().positive(), to: z.int().positive() });
const mostStretches = 200;

const stretches = z.array(z.unknown()).transform((list) =>
  list.slice(0, mostStretches).flatMap((one) => {
    const { data } = stretch.safeParse(one);
    return data === undefined || data.to < data.from ? [] : [data];
  }),
);

/** Not in the contract: how a task names paragraphs that it could not translate. */
const metadata = z.object({
  untranslated: stretches.catch([]),
  doubtful: stretches.catch([]),
});

const task = z.object({
  task_id: taskId,
  // Contract, States: only two words are shown. The task exists whatever the word is.
  status: word.catch(""),
  action: loosely(word),
  target_lang: loosely(word),
  created_at: loosely(z.iso.datetime().transform(Date.parse)),
  char_count: loosely(count),
  total_characters: loosely(count),
  estimated_credits: loosely(count),
  estimated_tokens: loosely(count),
  progress: loosely(fraction),
  credits_charged: loosely(count),
  source_lang: loosely(word.min(1)),
  detected_language: loosely(word.min(1)),
  terms: loosely(terms),
  metadata: loosely(metadata),
});

const download = z.object({
  download_url: z.string(),
  file_size: loosely(count),
});

function gapsOf(gaps: Gaps | undefined): Gaps | undefined {
  return gaps === undefined || gaps.untranslated.length + gaps.doubtful.length === 0
    ? undefined
    : gaps;
}

/** Contract, GET /usage. Throws UnexpectedReplyError, as all readers here. */
export function readUsage(reply: unknown): Usage {
  const data = open(reply, "a usage record", usage);
  return {
    keyPrefix: data.api_key_prefix,
    balanceCredits: data.balance_credits,
    periodUsedCredits: data.period_used_credits,
    periodStart: data.period_start,
    periodEnd: data.period_end ?? undefined,
    requestsPerMinute: data.rate_limit_per_minute,
  };
}

/** Contract, Task. The reply must name the requested task id or action. */
export function readTask(
  reply: unknown,
  query: { readonly taskId: string } | { readonly action: string },
): PartnerTask {
  const data = open(reply, "a task", task);
  if ("taskId" in query && data.task_id !== query.taskId) {
    throw new UnexpectedReplyError("the task that was asked for");
  }
  if ("action" in query && data.action !== undefined && data.action !== query.action) {
    throw new UnexpectedReplyError(`a task of action ${query.action}`);
  }
  return {
    taskId: data.task_id,
    status: data.status,
    outcome: outcomeOf(data.status),
    action: data.action,
    targetLang: data.target_lang,
    createdAt: data.created_at,
    characters: data.char_count ?? data.total_characters,
    estimatedCredits: data.estimated_credits,
    estimatedTokens: data.estimated_tokens,
    progress: data.progress,
    chargedCredits: data.credits_charged,
    sourceLang: known(data.detected_language) ?? known(data.source_lang),
    terms: data.terms,
    gaps: gapsOf(data.metadata),
  };
}

/** Contract, Download response. The link is not checked here: `safeLink` judges it. */
export function readDownload(reply: unknown): Download {
  const data = open(reply, "a download", download);
  return { url: data.download_url, fileSize: data.file_size };
}

/** Contract, Response envelope. */
function open<T>(reply: unknown, name: string, schema: z.ZodType<T>): T {
  const result = z.object({ success: z.literal(true), data: schema }).safeParse(reply);
  if (result.success) {
    return result.data.data;
  }
  const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new UnexpectedReplyError(`${name} (${faults.join("; ")})`);
}

function outcomeOf(status: string): Outcome {
  if (status === "completed" || status === "pending") {
    return status;
  }
  // Not in the contract: these words mean the end of a task without a result.
  const hasFailed = /^(failed|error|cancelled|canceled|rejected|expired)$/iu.test(status);
  return hasFailed ? "failed" : "unrecognised";
}

/** Contract, Task: `auto` stands for "not detected yet"; so does `und`, the tag for no language at all. */
function known(sourceLang: string | undefined): string | undefined {
  return sourceLang === "auto" || sourceLang === "und" ? undefined : sourceLang;
}

/**
 * Streams a finished text from a download link that `safeLink` has checked. It sends no key,
 * follows no redirects, and reads from no private address unless the partner's own is one.
 *
 * Throws a PartnerError while streaming, which does not quote the link; NotFoundError for an expired
 * link.
 */
export function createOpenResult({ baseUrl }: { readonly baseUrl: string }): OpenResult {
  const { hostname: home } = new URL(baseUrl);
  const dispatcher = new Agent({
    allowH2: false,
    connections: 4,
    keepAliveTimeout: keptMs,
    connect: { timeout: 5_000, ...(!isPrivate(home) && { lookup: onlyPublic(lookup, home) }) },
    headersTimeout: longestSilenceMs,
    bodyTimeout: longestSilenceMs,
  });
  return async function* open(url, signal) {
    try {
      const headers = { "accept-encoding": "identity" };
      const { statusCode, body } = await request(url, { dispatcher, headers, signal });
      try {
        refuse(statusCode);
        const chunks: AsyncIterable<Uint8Array> = body;
        yield* chunks;
      } finally {
        // The reader has the error already; without a listener it would end the process.
        body.on("error", () => undefined).destroy();
      }
    } catch (error) {
      if (error instanceof PartnerError) throw error;
      // The cause may quote the link.
      throw new UnavailableError("a result could not be fetched");
    }
  };
}

const longestSilenceMs = 30_000;

function refuse(status: number): void {
  // Not in the contract: the status of an expired link.
  if ([401, 403, 404, 410].includes(status))
    throw new NotFoundError("a download link that is over");
  if (status >= 300 && status < 400)
    throw new UnexpectedReplyError("a result, not another address");
  if (status !== 200) throw new UnavailableError(`a download answered ${status}`);
}

/**
 * Wraps `find` for names with public addresses only: one private address refuses the name, unless
 * it is the partner's own.
 */
export function onlyPublic(find: LookUpAll, partner: string): LookupFunction {
  return (hostname, options, answer) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      const isOpen = hostname === partner || addresses.every(({ address }) => !isPrivate(address));
      const isSafe = error === null && isOpen;
      const [first] = addresses;
      if (!isSafe || first === undefined) {
        answer(error ?? new UnexpectedReplyError("a result at a public address"), "", 0);
      } else if (options.all === true) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Returns a download link that may be shown to people: https (http only when the partner's own
 * address is), no user name in it, no private address unless the partner's own is one, and one of
 * these hosts. `*.cdn.example` stands for every host below that one, and an empty list for any.
 *
 * @throws UnexpectedReplyError, which does not quote the link, or HostNotAllowedError.
 */
export function safeLink(link: string, partner: URL, hosts: readonly string[] = []): string {
  const url = URL.parse(link);
  if (url === null || !mayBeShown(url, partner)) {
    throw new UnexpectedReplyError("a download link that is safe to show");
  }
  const host = url.hostname.replace(/\.$/u, "");
  const isAllowed = hosts.some((name) =>
    name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name,
  );
  if (hosts.length > 0 && !isAllowed) throw new HostNotAllowedError(host);
  return url.href;
}

function mayBeShown(url: URL, partner: URL): boolean {
  const protocolFits =
    url.protocol === "https:" || (url.protocol === "http:" && partner.protocol === "http:");
  const namesNobody = url.username === "" && url.password === "";
  return protocolFits && namesNobody && (!isPrivate(url.hostname) || isPrivate(partner.hostname));
}

/**
 * Takes a host's name or address; URL has already turned numbers such as 0x7f.1 into a plain
 * address.
 */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/gu, "");
  const version = isIP(host);
  // An address of the one kind in the form of the other is never a result's.
  if (version === 6 && host.startsWith("::ffff:")) return true;
  if (version !== 0) return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || /\.(localhost|local|internal|home\.arpa)$/u.test(host);
}

// No rule for ::ffff:0:0/96: Node checks IPv4 in that form by the rules for IPv4. With such a rule,
// every IPv4 address would be private.
const privateNets = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3
  ::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
`;
const privateAddresses = new BlockList();
for (const net of privateNets.trim().split(/\s+/u)) {
  const [address = "", prefix] = net.split("/");
  privateAddresses.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4");
}
