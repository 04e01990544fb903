import type { Quote } from "../../../core/quote.ts";
import type { Reply } from "../../clicks.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { notYoursReply, strangerReply } from "../../short-replies.ts";
import { mayShape, maySpend } from "../rules/rights.ts";

export type RightsAtClick = {
  readonly isMember: boolean;
  readonly mayChange: boolean;
  readonly maySpend: boolean;
};

/** Reads the rights before a form opens; the submission is checked again. */
export async function rightsOf(
  { ports: { people } }: ListenerDeps,
  click: { readonly person: string },
  quote: Quote,
): Promise<RightsAtClick> {
  const [person, roles] = await Promise.all([people.find(click.person), people.roles()]);
  return {
    isMember: person.isMember,
    mayChange: mayShape(person, quote.request.by, roles),
    maySpend: maySpend(person, roles),
  };
}

/** Returns the reply that explains why no form opens; undefined when one may. */
export function refusedAtClick(
  { isMember, mayChange }: Omit<RightsAtClick, "maySpend">,
  { request }: Quote,
): Reply | undefined {
  if (!isMember) return strangerReply;
  return mayChange ? undefined : (context) => notYoursReply(request.by, context);
}
