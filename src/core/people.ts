export type Person = {
  readonly id: string;
  /** True for a full member: no guest, stranger or bot, and not deactivated. */
  readonly isMember: boolean;
  /** How far the person's local time is ahead of UTC, in ms; undefined if Slack does not say. */
  readonly utcOffsetMs?: number | undefined;
};

/** The listed people, with user groups already resolved. */
export type Roles = {
  readonly admins: ReadonlySet<string>;
  readonly approvers: ReadonlySet<string>;
};
