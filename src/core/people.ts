/** A person as Slack describes them now. */
export type Person = {
  readonly id: string;
  /** Full member of the workspace: no guest, no stranger from a shared channel, no bot, not deactivated. */
  readonly isMember: boolean;
  /** How far their clock is ahead of UTC now, in ms; undefined where Slack does not say. */
  readonly utcOffsetMs?: number | undefined;
};

/** Who is listed, user groups already resolved. */
export type Roles = {
  readonly admins: ReadonlySet<string>;
  readonly approvers: ReadonlySet<string>;
};
