import type { Encoding, ManuscriptFaultReason } from "./manuscript.ts";

/** A failure of the partner. Messages are for logs; people get a view's sentence. */
export abstract class PartnerError extends Error {
  abstract override readonly name: string;
}

/** 400. Contract, Errors: BAD_REQUEST. */
export class BadRequestError extends PartnerError {
  override readonly name = "BadRequestError";
  /** The partner's own words; undefined if it gave none that are readable. */
  readonly reason: string | undefined;

  constructor(message?: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** 401. Contract, Errors: UNAUTHORIZED. */
export class UnauthorizedError extends PartnerError {
  override readonly name = "UnauthorizedError";
}

/** 402. Contract, POST /tasks rule 9. */
export class PaymentRequiredError extends PartnerError {
  override readonly name = "PaymentRequiredError";
}

/** 404. Not in the contract: read as "the partner does not know this task". */
export class NotFoundError extends PartnerError {
  override readonly name = "NotFoundError";
}

/** 409. Contract, POST /tasks rule 8. */
export class IdempotencyConflictError extends PartnerError {
  override readonly name = "IdempotencyConflictError";
}

/** 429. Contract, Errors: RATE_LIMITED. */
export class RateLimitedError extends PartnerError {
  override readonly name = "RateLimitedError";
  /** The pause that the partner named, in ms; undefined if it named nothing readable. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The partner was never reached: refused connection, unknown host, failed TLS. No byte went out. */
export class UnreachableError extends PartnerError {
  override readonly name = "UnreachableError";
}

/** No clear answer: time-out, reset, 5xx, 3xx, a 4xx that the contract does not show. */
export class UnavailableError extends PartnerError {
  override readonly name = "UnavailableError";
}

/** An answer without the contract's shape. `expected` names the expected shape. */
export class UnexpectedReplyError extends PartnerError {
  override readonly name = "UnexpectedReplyError";
  readonly expected: string;

  constructor(expected: string, options?: ErrorOptions) {
    super(`unexpected reply: ${expected}`, options);
    this.expected = expected;
  }
}

/** A link to a result leads to a host that the operator has not allowed. The result stays at the partner. */
export class HostNotAllowedError extends PartnerError {
  override readonly name = "HostNotAllowedError";
  readonly host: string;

  constructor(host: string) {
    super(`a link to a host that is not allowed: ${host}`);
    this.host = host;
  }
}

/** We cut our own request before its last bytes left: the partner cannot have acted on it. */
export class RequestAbortedError extends PartnerError {
  override readonly name = "RequestAbortedError";
  readonly why: "text-changed" | "terms-gone" | "superseded" | "too-late" | "not-readable";

  constructor(why: RequestAbortedError["why"], options?: ErrorOptions) {
    super(`request cut short: ${why}`, options);
    this.why = why;
  }
}

export class ManuscriptError extends Error {
  override readonly name = "ManuscriptError";
  readonly reason: ManuscriptFaultReason;
  /** True when Slack may only not have processed a new upload yet. */
  readonly mayCome: boolean;
  /** The page of a book that is the reason. */
  readonly part: string | undefined;

  constructor(
    reason: ManuscriptFaultReason,
    options?: ErrorOptions & { readonly mayCome?: boolean; readonly part?: string | undefined },
  ) {
    super(`manuscript refused: ${reason}`, options);
    this.reason = reason;
    this.mayCome = options?.mayCome ?? false;
    this.part = options?.part;
  }
}

/** A manuscript that may be in several encodings: a person has to look at its readings. */
export class EncodingUnclearError extends Error {
  override readonly name = "EncodingUnclearError";
  /** At most three, the likeliest first. */
  readonly candidates: readonly Encoding[];

  constructor(candidates: readonly Encoding[]) {
    super(`encoding in doubt: ${candidates.join(", ")}`);
    this.candidates = candidates;
  }
}

/** Slack refused the call: nothing was posted. `code` is Slack's own error name. */
export class SlackRefusedError extends Error {
  override readonly name = "SlackRefusedError";
  readonly code: string;
  /** The call that was refused, such as `chat.update`. */
  readonly method: string | undefined;

  constructor(code: string, options?: ErrorOptions & { readonly method?: string | undefined }) {
    super(`Slack refused: ${code}`, options);
    this.code = code;
    this.method = options?.method;
  }
}

/** Slack's rate limit, or its pace for a conversation: nothing was posted. */
export class SlackBusyError extends Error {
  override readonly name = "SlackBusyError";
  readonly retryAfterMs: number;
  /** True for a turn that has not come yet: no fault, and Slack was not asked. */
  readonly isTurn: boolean;

  constructor(retryAfterMs: number, options?: ErrorOptions & { readonly isTurn?: boolean }) {
    super(`Slack asks to wait ${retryAfterMs} ms`, options);
    this.retryAfterMs = retryAfterMs;
    this.isTurn = options?.isTurn ?? false;
  }
}

/** A decision could not be recorded, so it does not count: nothing happened. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";

  constructor(options?: ErrorOptions) {
    super("the decision could not be recorded", options);
  }
}

/** A decision was sent to the store without an answer: it may or may not be recorded. */
export class UnclearWriteError extends Error {
  override readonly name = "UnclearWriteError";

  constructor(options: ErrorOptions) {
    super("the store did not say whether it wrote the decision down", options);
  }
}

/** A task of the partner belongs to another run, whose card delivers it: nothing was recorded. */
export class TaskTakenError extends Error {
  override readonly name = "TaskTakenError";
}

/** Another worker has taken over the post that this one was about to make: nothing was posted. */
export class OvertakenError extends Error {
  override readonly name = "OvertakenError";

  constructor() {
    super("another worker has taken this up");
  }
}

/** A record that this version did not write: never overwritten, a person looks at it. */
export class UnreadableRecordError extends Error {
  override readonly name = "UnreadableRecordError";
}
