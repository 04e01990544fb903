import { ManuscriptFault } from "../../../core/faults.ts";
import { glossaryFileName } from "../../../core/file-names.ts";
import { sendFile } from "../../../slack/files.ts";
import { tell } from "../../../slack/messages.ts";
import { mayUseFile } from "../../approval/actions/may-have-result.ts";
import { named } from "../../intake/listeners/recent-manuscripts.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type PersonMessage, isFirst } from "../../payloads.ts";
import { sentReply } from "../../short-replies.ts";
import {
  type TermPlace,
  editInThread,
  lookAtTermFile,
  lookAtTerms,
  quotesIn,
} from "../actions/terms.ts";
import {
  type GlossaryFormat,
  glossaryFormats,
  type TermFile,
  refused,
} from "../rules/glossary-file.ts";
import { effectiveTerms } from "../rules/glossary.ts";
import { typedTerms } from "../rules/term-edits.ts";
import {
  termFileReply,
  termsTrouble,
  termsWrittenReply,
  whichTermsReply,
} from "../views/terms-replies.ts";

type Files = PersonMessage["files"];

type Parted = {
  /** Files that may be manuscripts. */
  readonly files: Files;
  /**
   * Reads the term files and posts what they would change. It may take long, and writes nothing.
   */
  readonly lookAtTables: (() => Promise<void>) | undefined;
};

/** Separates term files in the thread of a card from manuscripts. */
export async function partTermFiles(deps: ListenerDeps, message: PersonMessage): Promise<Parted> {
  const { files, thread, ts } = message;
  const none = { files, lookAtTables: undefined };
  if (thread === ts) return none;
  const all = await Promise.all(files.map((file) => named(deps, file)));
  const tables = all.filter(({ name }) => deps.termFiles.isOne(name));
  const quotes = tables.length === 0 ? [] : await quotesIn(deps.ports, message);
  if (quotes.length === 0) return none;
  return {
    files: all.filter((file) => !tables.includes(file)),
    lookAtTables: () => lookAtTables(deps, message, { tables, quotes }),
  };
}

async function lookAtTables(
  deps: ListenerDeps,
  message: PersonMessage,
  {
    tables,
    quotes,
  }: {
    readonly tables: Awaited<ReturnType<typeof named>>[];
    readonly quotes: Awaited<ReturnType<typeof quotesIn>>;
  },
): Promise<void> {
  const { person } = message;
  for (const file of tables) {
    for (const quote of quotes.slice(0, quotesAtOnce)) {
      const { id: quoteId, target } = quote;
      const place = { person, quoteId, target, layer: "book" } as const;
      const brought = await lookAtTermFile(bringing(deps, message), place, file.id);
      const context = await deps.contexts.forPerson(person);
      await tell(deps.clients, message, termFileReply({ brought, target, file }, context));
    }
  }
}

const quotesAtOnce = 5;

/** Returns the ports with a reader for files the person may use here, or uploaded into the form. */
export function bringing(
  { ports, termFiles, findFile }: ListenerDeps,
  place: { readonly person: string; readonly channel?: string },
) {
  const mayUse = async (id: string): Promise<boolean> => {
    const file = await findFile(id).catch(goneFile);
    return file !== undefined && mayUseFile(file, { channel: "", ...place });
  };
  const readFile = async (id: string, target: string): Promise<TermFile> =>
    (await mayUse(id)) ? await termFiles.read(id, target) : refused("unavailable");
  return { ...ports, readFile };
}

function goneFile(error: unknown): undefined {
  if (!(error instanceof ManuscriptFault)) throw error;
}

/** Takes `Aaron = 亚伦` in the thread of a card as an edit. Returns false for any other message. */
export async function takeTerms(deps: ListenerDeps, message: PersonMessage): Promise<boolean> {
  const { thread, ts } = message;
  const text = message.text.replace(`<@${deps.botUserId}>`, "");
  const edits = thread === ts ? undefined : typedTerms(text);
  if (edits === undefined) return false;
  const outcome = await editInThread(deps.ports, { ...message, edits });
  if (outcome.status === "none-of-ours") return false;
  const context = await deps.contexts.forPerson(message.person);
  if (!(await isFirst(deps, message))) return true;
  const reply =
    outcome.status === "which"
      ? whichTermsReply(outcome.quotes, context)
      : termsWrittenReply(outcome, context);
  await tell(deps.clients, message, reply);
  return true;
}

/** Sends a person the effective terms of this view as a file. Returns the sentence to show them. */
export async function sendTermsFile(
  { ports, clients, contexts }: ListenerDeps,
  { format, ...place }: TermPlace & { readonly format: GlossaryFormat },
): Promise<string> {
  const seen = await lookAtTerms(ports, place);
  const context = await contexts.forPerson(place.person);
  if (seen.status !== "terms") return termsTrouble(seen.status, context);
  const terms = effectiveTerms(seen.layers, place.target).map(({ confidence, ...term }) => ({
    ...term,
    confidence,
  }));
  const { ending, write } = glossaryFormats[format];
  const { book, file, language: source = "und" } = seen.quote;
  const name = glossaryFileName(book ?? file.name, place.target, ending);
  const content = write(terms, { source, target: place.target });
  await sendFile(clients, place.person, { name, content });
  return sentReply(name, context).text;
}
