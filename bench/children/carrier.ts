import type { Readable } from "node:stream";

import axios from "axios";
import FormDataOfNode from "form-data";
import { z } from "zod";

import type { Manuscript } from "../../src/domain/manuscript.ts";
import { FormData, fetch, request } from "../../src/lib/http.ts";
import { createDownload } from "../../src/manuscripts/download.ts";
import { createManuscripts } from "../../src/manuscripts/manuscripts.ts";
import { createPartner } from "../../src/partner/client.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.object({
  way: z.enum(["read", "download", "ours", "pipe", "axios", "form-data"]),
  from: z.string(),
  to: z.string(),
  bytes: z.number(),
  atOnce: z.number(),
  /** What an earlier reading answered: Galley's records hold it when a manuscript is sent. */
  manuscript: z.custom<Manuscript>().optional(),
});

/**
 * Carries a file between the servers, `atOnce` times in parallel; answers with the time and CPU
 * that it took, in ms, and with the manuscript that it read.
 */
answerQuestions(async (question) => {
  const order = asked.parse(question);
  const carry = await wayOf(order);
  const start = { at: performance.now(), cpu: process.cpuUsage() };
  const [read] = await Promise.all(Array.from({ length: order.atOnce }, () => carry()));
  const { user, system } = process.cpuUsage(start.cpu);
  const cost = { ms: performance.now() - start.at, cpuMs: (user + system) / 1000 };
  return order.way === "read" ? { ...cost, manuscript: read } : cost;
});

type Route = Omit<z.infer<typeof asked>, "atOnce">;

async function wayOf(route: Route): Promise<() => Promise<unknown>> {
  switch (route.way) {
    case "read":
      return () => readOne(route);
    case "download":
      return () => discard(route);
    case "ours":
      return () => send(route);
    case "pipe":
      return () => pipe(route);
    case "axios":
      return () => postWithAxios(route);
    case "form-data":
      return () => fill(route);
  }
}

async function readOne(route: Route): Promise<Manuscript> {
  const { manuscript } = await ours(route).read("F1", { openings: [] });
  return manuscript;
}

function ours({ from, bytes }: Route) {
  const file = { id: "F1", name: "novel.txt", size: bytes, url: `${from}/${bytes}` };
  const download = createDownload({
    token: "xoxb-bench",
    mayHaveToken: () => true,
    maxBytes: bytes,
  });
  return createManuscripts({
    find: async () => file,
    download,
    tick: () => performance.now(),
  });
}

/** Sends as Galley does: streamed, hashed, framed, and the last bytes held back. */
async function send(route: Route) {
  const manuscripts = ours(route);
  const manuscript = route.manuscript ?? (await readOne(route));
  const partner = createPartner({
    baseUrl: `${route.to}/api/b2b/v1`,
    apiKey: "bench-key",
    now: Date.now,
  });
  return await partner.createTask({
    key: "k".repeat(64),
    action: "translation",
    targetLang: "fr",
    estimatedChars: manuscript.characters,
    text: {
      bytes: manuscript.textBytes,
      sha256: manuscript.textSha256,
      open: (signal) => manuscripts.open({ fileId: "F1", manuscript, slice: undefined }, signal),
    },
    beforeLastBytes: async () => {},
  });
}

/** Downloads the file and does nothing else: the least that a reading needs. */
async function discard({ from, bytes }: Route) {
  const { body } = await request(`${from}/${bytes}`);
  for await (const _ of body as AsyncIterable<Uint8Array>);
}

/** Sends with the plain pipe of the HTTP client, which looks at nothing. */
async function pipe({ from, to, bytes }: Route) {
  const source = await request(`${from}/${bytes}`);
  const headers = { "content-length": String(bytes) };
  const { body } = await request(to, { method: "POST", headers, body: source.body as Readable });
  return await body.text();
}

/** Sends as many programs do: axios gives a stream, form-data frames it. */
async function postWithAxios({ from, to, bytes }: Route) {
  const source = await axios.get<Readable>(`${from}/${bytes}`, { responseType: "stream" });
  const form = new FormDataOfNode();
  form.append("file", source.data, { filename: "novel.txt", knownLength: bytes });
  return await axios.post(to, form, { headers: form.getHeaders(), maxBodyLength: Infinity });
}

/** Sends as most programs would: the file as a blob in a form. */
async function fill({ from, to, bytes }: Route) {
  const form = new FormData();
  form.set("file", await (await fetch(`${from}/${bytes}`)).blob(), "novel.txt");
  return await (await fetch(to, { method: "POST", body: form })).text();
}
