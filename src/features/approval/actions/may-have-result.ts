import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";

/**
 * A result is for the members of the conversation that it was made in, and for the one who asked for it
 * there and asks again.
 */
export async function mayHaveResult(
  { people }: Pick<Desk, "people">,
  {
    person,
    of: other,
    askedOn,
  }: { readonly person: string; readonly of: Quote; readonly askedOn: Quote },
): Promise<boolean> {
  if (person === other.requester && person === askedOn.requester) return true;
  try {
    return await people.isIn(other.place.channel, person);
  } catch {
    return false; // A conversation that the desk cannot look into: when in doubt, no.
  }
}
