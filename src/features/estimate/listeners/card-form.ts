import type { ViewContext } from "../../../slack/people.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Refusal } from "../../approval/actions/decide.ts";
import { type CardPlace, parseCardPlace } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";

type CardForm<Outcome> = {
  readonly callbackId: string;
  /** The input beside which a refusal stands. */
  readonly block: string;
  readonly send: (
    at: CardPlace & { readonly person: string },
    values: unknown,
  ) => Promise<Outcome | Refusal>;
  /** Why it was not taken; undefined where it was, and the form closes. */
  readonly refusal: (outcome: Outcome | Refusal, context: ViewContext) => string | undefined;
};

/** A form of a card that was sent: it closes, or says beside its field why it was not taken. */
export function onCardForm<Outcome>(
  routes: Routes,
  { speaking }: Pick<ListenerDeps, "speaking">,
  { callbackId, block, send, refusal }: CardForm<Outcome>,
): void {
  routes.view(callbackId, async ({ ack, body, view }) => {
    const person = body.user.id;
    const place = parseCardPlace(view.private_metadata);
    const outcome =
      place === undefined
        ? ({ status: "unknown-card" } as const)
        : await send({ ...place, person }, view.state.values);
    const text = refusal(outcome, await speaking.to(person));
    if (text === undefined) return await ack();
    return await ack({ response_action: "errors", errors: { [block]: text } });
  });
}
