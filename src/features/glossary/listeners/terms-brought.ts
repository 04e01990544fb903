import { glossaryFileName } from "../../../core/file-names.ts";
import type { Term } from "../../../core/partner.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Message } from "../../../slack/blocks.ts";
import { sendFile } from "../../../slack/files.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { FoundDelivery } from "../../delivery/actions/deliver-result.ts";
import { actionIds } from "../../ids.ts";
import { chosenFiles } from "../../intake/listeners/intake-actions.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type PersonMessage, withName } from "../../payloads.ts";
import { sentReply } from "../../short-replies.ts";
import {
  type TermPlace,
  linesOnly,
  lookAtTermFile,
  lookAtTerms,
  quotesIn,
  saveTerms,
} from "../actions/terms.ts";
import { type GlossaryFormat, glossaryFormats, type TermFile } from "../rules/glossary-file.ts";
import { effectiveTerms } from "../rules/glossary.ts";
import { typedTerms } from "../rules/term-review.ts";
import {
  termFileReply,
  troubleWords,
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
        const shown = { brought, target, file };
        await tell(deps.clients, message, termFileReply(shown, actionIds.takeTermFile, context));
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
    return files === undefined ? { status: "unavailable" } : await deps.termFiles.read(id, target);
  };
  return { ...deps.ports, readFile };
}

/**
 * Takes `Aaron = 亚伦` in the thread of a card as an edit of its book's glossary; undefined for any
 * other message. A second delivery writes the same.
 */
export async function takeTerms(
  { ports, botUserId }: ListenerDeps,
  message: PersonMessage,
): Promise<((context: ViewContext) => Message) | undefined> {
  const { thread, ts, person } = message;
  const { edits, prose } = typedTerms(message.text.replace(`<@${botUserId}>`, ""));
  if (thread === ts || edits.length === 0 || prose !== undefined) return undefined;
  const quotes = await quotesIn(ports, message);
  const [quote] = quotes;
  if (quote === undefined) return undefined;
  if (quotes.length > 1) return (context) => whichTermsReply(quotes, context);
  const place = { person, quoteId: quote.id, target: quote.target, layer: "book" } as const;
  const saved = await saveTerms(ports, place, linesOnly(edits));
  return (context) => termsWrittenReply(saved, quote, context);
}

type To = { readonly format: GlossaryFormat; readonly person: string };

/** Sends a person the terms of one run as the partner found them; returns the name of the file. */
export async function sendGlossary(
  deps: Pick<ListenerDeps, "clients">,
  { quote, task: { target, state } }: FoundDelivery,
  to: To,
): Promise<string> {
  const terms = state.status === "completed" ? (state.result.terms ?? []) : [];
  return await sendTerms(deps, { ...quote, target }, terms, to);
}

/** Sends a person the effective terms of this view as a file. Returns the sentence to show them. */
export async function sendTermsFile(deps: ListenerDeps, place: TermPlace & To): Promise<string> {
  const seen = await lookAtTerms(deps.ports, place);
  const context = await deps.contexts.forPerson(place.person);
  if (seen.status !== "terms") return troubleWords(seen.status, context);
  const terms = effectiveTerms(seen.layers, place.target);
  const name = await sendTerms(deps, { ...seen.quote, target: place.target }, terms, place);
  return sentReply(name, context).text;
}

async function sendTerms(
  { clients }: Pick<ListenerDeps, "clients">,
  { book, file, language = "und", target }: Quote,
  terms: readonly Term[],
  { format, person }: To,
): Promise<string> {
  const { ending, write } = glossaryFormats[format];
  const name = glossaryFileName(book ?? file.name, target, ending);
  await sendFile(clients, person, { name, content: write(terms, { source: language, target }) });
  return name;
}
