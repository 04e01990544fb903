import type { Desk } from "../../../core/ports.ts";

/** The languages of files as the newest cards of this conversation know them, by file id. */
export async function knownLanguages(
  desk: Pick<Desk, "ledger">,
  { workspace, channel }: { readonly workspace: string; readonly channel: string },
): Promise<ReadonlyMap<string, string>> {
  const page = { offset: 0, limit: 100 };
  const quotes = await desk.ledger.list("channel", `${workspace}/${channel}`, page);
  return new Map(
    quotes.flatMap(({ file, language }) => (language === undefined ? [] : [[file.id, language]])),
  );
}
