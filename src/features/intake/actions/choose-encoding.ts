import type { Encoding } from "../../../core/manuscript.ts";
import type { Desk } from "../../../core/ports.ts";
import {
  type DoubtOutcome,
  type EncodingOutcome,
  chooseEncoding as choose,
  doubtEncoding as doubt,
} from "../../../core/reading.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";

/** Has a doubtful manuscript read as somebody says that it reads right. Nothing was sent before. */
export async function chooseEncoding(
  desk: DecideDeps & Pick<Desk, "now">,
  click: Click & { readonly encoding: Encoding },
): Promise<EncodingOutcome | Refusal> {
  return await decideOn<EncodingOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) =>
      choose(quote, { encoding: click.encoding, by: click.person, at: desk.now() }),
  });
}

/** Shows the other readings of a manuscript, as long as nothing was approved. */
export async function doubtEncoding(
  desk: DecideDeps,
  click: Click,
): Promise<DoubtOutcome | Refusal> {
  return await decideOn<DoubtOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: doubt,
  });
}
