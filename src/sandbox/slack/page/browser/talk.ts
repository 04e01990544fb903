import type { Control, News, Uploaded } from "../../../playground/wire.ts";
import { fieldsOf, parsedJson, textOf } from "../../json.ts";
import type { Deed, FileShown, Outcome } from "../wire.ts";

/**
 * Receives the changes on this person's screen until `close`; the browser reconnects by itself when
 * cut off.
 */
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

/** Does something as this person. @throws Error with a sentence, here and below */
export const perform = async (me: string, deed: Deed): Promise<Outcome> =>
  outcomeIn(await post("do", { as: me }, JSON.stringify(deed)));

export async function turn(me: string, control: Control): Promise<void> {
  await post("control", { as: me }, JSON.stringify(control));
}

/** Uploads a file, or one of the page's own samples, to Slack, unshared. */
export async function upload(me: string, file: File | string): Promise<FileShown> {
  const said =
    typeof file === "string"
      ? await post("sample", { as: me, id: file }, "")
      : await post("upload", { as: me, name: file.name }, file);
  return uploadedIn(said).file;
}

async function post(
  path: string,
  query: Readonly<Record<string, string>>,
  body: string | File,
): Promise<string> {
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  const how = { method: "POST", headers: { "content-type": type }, body };
  const response = await fetch(`/${path}?${String(new URLSearchParams(query))}`, how).catch(() => {
    throw new Error("The page’s own server does not answer.");
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(textOf(fieldsOf(parsedJson(text))["reason"]) || "That did not work.");
}
