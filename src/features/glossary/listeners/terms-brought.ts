import { glossaryFileName } from "../../../core/files.ts";
import type { Term } from "../../../core/partner.ts";
import type { Message } from "../../../slack/blocks.ts";
import { sendFile } from "../../../slack/files.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { FoundDelivery } from "../../delivery/actions/deliver-result.ts";
import { chosenFiles } from "../../intake/listeners/intake-actions.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type PersonMessage, withName } from "../../payloads.ts";
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

/**
 * Separates term files in the thread of a card from files that may be manuscripts. `lookAtTables`
 * reads them and posts what they would change: it may take long, and writes nothing.
 */
export async function partTermFiles(deps: ListenerDeps, message: PersonMessage) {
  const { files, thread, ts, person } = message;
  const none = { files, lookAtTables: undefined };
  if (thread === ts) return none;
  const all = await Promise.all(files.map((file) => withName(deps, file)));
  const tables = all.filter(({ name }) => deps.termFiles.isOne(name));
  const quotes = tables.length === 0 ? [] : await quotesIn(deps.ports, message);
  if (quotes.length === 0) return none;
  const lookAtTables = async (): Promise<void> => {
    for (const file of tables) {
      for (const { id: quoteId, target } of quotes.slice(0, quotesAtOnce)) {
        const place = { person, quoteId, target, layer: "book" } as const;
        const brought = await lookAtTermFile(bringing(deps, message), place, file.id);
        const context = await deps.contexts.forPerson(person);
        await tell(deps.clients, message, termFileReply({ brought, target, file }, context));
      }
    }
  };
  return { files: all.filter((file) => !tables.includes(file)), lookAtTables };
}

const quotesAtOnce = 5;

/** Returns the ports with a reader for files the person may use here, or uploaded into the form. */
export function bringing(
  deps: ListenerDeps,
  place: { readonly person: string; readonly channel?: string },
) {
  const readFile = async (id: string, target: string): Promise<TermFile> => {
    const files = await chosenFiles(deps, { channel: "", ...place }, [id]);
    return files === undefined ? refused("unavailable") : await deps.termFiles.read(id, target);
  };
  return { ...deps.ports, readFile };
}

/** Takes `Aaron = 亚伦` in the thread of a card as an edit; undefined for any other message. */
export async function takeTerms(
  { ports, botUserId }: ListenerDeps,
  message: PersonMessage,
): Promise<((context: ViewContext) => Message) | undefined> {
  const { thread, ts } = message;
  const text = message.text.replace(`<@${botUserId}>`, "");
  const edits = thread === ts ? undefined : typedTerms(text);
  const outcome = edits && (await editInThread(ports, { ...message, edits }));
  if (outcome === undefined || outcome.status === "none-of-ours") return undefined;
  return (context) =>
    outcome.status === "which"
      ? whichTermsReply(outcome.quotes, context)
      : termsWrittenReply(outcome, context);
}

/** Sends a person the terms of one run as the partner found them; returns the name of the file. */
export async function sendGlossary(
  { clients }: Pick<ListenerDeps, "clients">,
  { quote, task: { target, state } }: FoundDelivery,
  to: { readonly format: GlossaryFormat; readonly person: string },
): Promise<string> {
  const terms = state.status === "completed" ? (state.result.terms ?? []) : [];
  const { file, language } = quote;
  return await sendTerms(clients, { ...to, title: file.name, source: language, target, terms });
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
  const { book, file, language: source } = seen.quote;
  const { person, target } = place;
  const sent = { format, person, title: book ?? file.name, source, target, terms };
  return sentReply(await sendTerms(clients, sent), context).text;
}

type Sent = {
  readonly format: GlossaryFormat;
  readonly person: string;
  readonly title: string;
  /** Undefined if the language of the manuscript is unknown. */
  readonly source: string | undefined;
  readonly target: string;
  readonly terms: readonly Term[];
};

/** Returns the name of the file. */
async function sendTerms(
  clients: ListenerDeps["clients"],
  { format, person, title, source = "und", target, terms }: Sent,
): Promise<string> {
  const { ending, write } = glossaryFormats[format];
  const name = glossaryFileName(title, target, ending);
  await sendFile(clients, { channel: person }, { name, content: write(terms, { source, target }) });
  return name;
}
