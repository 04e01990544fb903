import type { Control, News, Uploaded } from "../../../playground/wire.ts";
import { fieldsOf, parsedJson, textOf } from "../../json.ts";
import type { Deed, FileShown, Outcome } from "../wire.ts";

/** Hears what happens on this person's screen until `close`; the browser comes back by itself when cut off. */
export function listen(
  me: string,
  { hear, connection }: { hear: (news: News) => void; connection: (now: "live" | "lost") => void },
): { readonly close: () => void } {
  const source = new EventSource(`/live?as=${encodeURIComponent(me)}`);
  source.addEventListener("message", ({ data }) => hear(newsIn(String(data))));
  source.addEventListener("open", () => connection("live"));
  source.addEventListener("error", () => connection("lost"));
  return { close: () => source.close() };
}

/** Our own server wrote these, in the shapes of the two wire files. */
const newsIn: (text: string) => News = JSON.parse;
const outcomeIn: (text: string) => Outcome = JSON.parse;
const uploadedIn: (text: string) => Uploaded = JSON.parse;

/** Does something as this person. A page whose server is gone is an outcome, too. */
export async function perform(me: string, deed: Deed): Promise<Outcome> {
  const said = await post(`/do?as=${encodeURIComponent(me)}`, JSON.stringify(deed));
  return said.status === 200
    ? outcomeIn(said.text)
    : { status: "trouble", reason: reasonIn(said.text) };
}

/** Gives what went wrong, in a sentence; nothing when all went well. */
export async function turn(me: string, control: Control): Promise<string | undefined> {
  const said = await post(`/control?as=${encodeURIComponent(me)}`, JSON.stringify(control));
  return said.status === 200 ? undefined : reasonIn(said.text);
}

/** Puts a file into Slack, unshared. @throws Error with a sentence */
export async function upload(me: string, file: File): Promise<FileShown> {
  const query = new URLSearchParams({ as: me, name: file.name });
  return fileIn(await post(`/upload?${query.toString()}`, file));
}

/** The same with one of the page's own samples. @throws Error with a sentence */
export async function uploadSample(me: string, id: string): Promise<FileShown> {
  const query = new URLSearchParams({ as: me, id });
  return fileIn(await post(`/sample?${query.toString()}`, ""));
}

function fileIn(said: Said): FileShown {
  if (said.status !== 200) throw new Error(reasonIn(said.text));
  return uploadedIn(said.text).file;
}

type Said = { readonly status: number; readonly text: string };

async function post(address: string, body: string | File): Promise<Said> {
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

function reasonIn(text: string): string {
  if (text === "") return "The page’s own server does not answer.";
  return textOf(fieldsOf(parsedJson(text))["reason"]) || "That did not work.";
}
