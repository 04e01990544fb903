import { digestOf } from "../../../core/digest.ts";
import { addNotice } from "../../../core/notices.ts";
import { offerOf, offerWords } from "../../../core/offer.ts";
import type { Endorsement, Quote, Product } from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import type { ApprovalPolicy } from "./policy.ts";

type Prices = Pick<Rules, "previewChars">;

/** A click on an offer by a person who may spend. */
export type Wanted = {
  readonly product: Product;
  readonly by: string;
  readonly at: number;
  readonly rules: Prices;
  readonly policy: ApprovalPolicy;
  /** Whether a person may still spend: otherwise their earlier approval does not count. */
  readonly mayStill: (person: string) => boolean;
};

/** Returns the first approval of the clicked offer while its person may still give it. */
export function firstApproval(
  quote: Quote,
  { product, rules, mayStill, policy }: Wanted,
): Endorsement | undefined {
  const given = endorsementOf(quote, product, rules);
  if (given === undefined || !mayStill(given.by)) return undefined;
  return given.by === quote.request.by && policy.selfApproval === "refused" ? undefined : given;
}

/** Returns the first approval of the current offer; one for another price or language is void. */
export function endorsementOf(
  quote: Quote,
  product: Product,
  rules: Prices,
): Endorsement | undefined {
  const offer = offered(quote, product, rules);
  return quote.approval?.endorsements?.find(
    (one) => one.product === product && one.offer === offer?.name,
  );
}

export function withoutEndorsement(quote: Quote, product: Product): Quote {
  return withEndorsements(
    quote,
    quote.approval?.endorsements?.filter((one) => one.product !== product),
  );
}

export function withEndorsements(quote: Quote, endorsements?: readonly Endorsement[]): Quote {
  return quote.approval === undefined && endorsements === undefined
    ? quote
    : { ...quote, approval: { ...quote.approval, endorsements } };
}

/** Adds a first approval, in place of an earlier one of the same product. */
export function endorse(
  quote: Quote,
  { product, by, at, rules }: Omit<Wanted, "policy" | "mayStill">,
): Quote {
  const offer = offered(quote, product, rules);
  if (offer === undefined) return quote;
  const others = withoutEndorsement(quote, product).approval?.endorsements ?? [];
  const one: Endorsement = { product, offer: offer.name, price: offer.price, by, at };
  return addNotice(withEndorsements(quote, [...others, one]), {
    kind: "endorsed",
    offer: offer.name,
    by,
  });
}

/** Returns price and name of the offer: another price, language or scope has another name. */
function offered(quote: Quote, product: Product, rules: Prices) {
  const offer = offerOf(quote, product, rules);
  if (offer === undefined) return undefined;
  return { price: offer.price, name: digestOf([product, quote.target, offerWords(offer)]) };
}
