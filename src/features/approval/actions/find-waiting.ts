import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { maySpend } from "../rules/rights.ts";

type Deps = Pick<Desk, "ledger" | "people">;

type Asked = {
  readonly workspace: string;
  readonly person: string;
  readonly quoteId: string;
};

/** What somebody who may spend is shown on Home, whatever conversation it was asked in; undefined: nothing. */
export async function findWaiting(
  desk: Deps,
  { workspace, person: id, quoteId }: Asked,
): Promise<Quote | undefined> {
  const [quote, person, roles] = await Promise.all([
    desk.ledger.find(quoteId),
    desk.people.find(id),
    desk.people.roles(),
  ]);
  const isHere = person.workspace === workspace && quote?.place.workspace === workspace;
  return isHere && maySpend(person, roles) ? quote : undefined;
}
