import type { Encoding, ManuscriptFaultReason } from "./manuscript.ts";

/** A failure of the partner. Messages are for logs; people get a view's sentence. */
export abstract class PartnerFault extends Error {
  abstract override readonly name: string;
}

/** 400. Contract, Errors: BAD_REQUEST. */
export class BadRequest extends PartnerFault {
  override readonly name = "BadRequest";
  /** The partner's own words; undefined if it gave none that are readable. */
  readonly reason: string | undefined;

  constructor(message?: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** 401. Contract, Errors: UNAUTHORIZED. */
export class Unauthorized extends PartnerFault {
  override readonly name = "Unauthorized";
}

/** 402. Contract, POST /tasks rule 9. */
export class PaymentRequired extends PartnerFault {
  override readonly name = "PaymentRequired";
}

/** 404. Not in the contract: read as "the partner does not know this task". */
export class NotFound extends PartnerFault {
  override readonly name = "NotFound";
}

/** 409. Contract, POST /tasks rule 8. */
export class IdempotencyConflict extends PartnerFault {
  override readonly name = "IdempotencyConflict";
}

/** 429. Contract, Errors: RATE_LIMITED. */
export class RateLimited extends PartnerFault {
  override readonly name = "RateLimited";
  /** The pause that the partner named, in ms; undefined if it named nothing readable. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The partner was never reached: refused connection, unknown host, failed TLS. No byte went out. */
export class Unreachable extends PartnerFault {
  override readonly name = "Unreachable";
}

/** No clear answer: time-out, reset, 5xx, 3xx, a 4xx that the contract does not show. */
export class Unavailable extends PartnerFault {
  override readonly name = "Unavailable";
}

/** An answer without the contract's shape. `expected` names the expected shape. */
export class UnexpectedReply extends PartnerFault {
  override readonly name = "UnexpectedReply";
  readonly expected: string;

  constructor(expected: string, options?: ErrorOptions) {
    super(`unexpected reply: ${expected}`, options);
    this.expected = expected;
  }
}

/** A link to a result leads to a host that the operator has not allowed. The result stays at the partner. */
export class HostNotAllowed extends PartnerFault {
  override readonly name = "HostNotAllowed";
  readonly host: string;

  constructor(host: string) {
    super(`a link to a host that is not allowed: ${host}`);
    this.host = host;
  }
}

/** We cut our own request before its last bytes left: the partner cannot have acted on it. */
export class CutShort extends PartnerFault {
  override readonly name = "CutShort";
  readonly why: "text-changed" | "terms-gone" | "superseded" | "too-late" | "not-readable";

  constructor(why: CutShort["why"], options?: ErrorOptions) {
    super(`request cut short: ${why}`, options);
    this.why = why;
  }
}

export class ManuscriptFault extends Error {
  override readonly name = "ManuscriptFault";
  readonly reason: ManuscriptFaultReason;

  constructor(reason: ManuscriptFaultReason, options?: ErrorOptions) {
    super(`manuscript refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** A manuscript that may be in several encodings: a person has to look at its readings. */
export class EncodingDoubt extends Error {
  override readonly name = "EncodingDoubt";
  /** At most three, the likeliest first. */
  readonly candidates: readonly Encoding[];

  constructor(candidates: readonly Encoding[]) {
    super(`encoding in doubt: ${candidates.join(", ")}`);
    this.candidates = candidates;
  }
}

/** Slack refused the call: nothing was posted. `code` is Slack's own error name. */
export class SlackRefused extends Error {
  override readonly name = "SlackRefused";
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`Slack refused: ${code}`, options);
    this.code = code;
  }
}

/** Slack's rate limit: nothing was posted. */
export class SlackBusy extends Error {
  override readonly name = "SlackBusy";
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number, options?: ErrorOptions) {
    super(`Slack asks to wait ${retryAfterMs} ms`, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A decision could not be recorded, so it does not count: nothing happened. */
export class NotRecorded extends Error {
  override readonly name = "NotRecorded";

  constructor(options?: ErrorOptions) {
    super("the decision could not be recorded", options);
  }
}

/** A decision was sent to the store without an answer: it may or may not be recorded. */
export class UnclearWrite extends Error {
  override readonly name = "UnclearWrite";

  constructor(options: ErrorOptions) {
    super("the store did not say whether it wrote the decision down", options);
  }
}

/** A task of the partner belongs to another run, whose card delivers it: nothing was recorded. */
export class TaskTaken extends Error {
  override readonly name = "TaskTaken";
}

/** Another worker has taken over the post that this one was about to make: nothing was posted. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";

  constructor() {
    super("another worker has taken this up");
  }
}

/** A record that this version did not write: never overwritten, a person looks at it. */
export class UnreadableRecord extends Error {
  override readonly name = "UnreadableRecord";
}
