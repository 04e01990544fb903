/** How a finished text reaches people: a link on demand, a file in the thread, or both. */
export const deliveryWays = ["link", "file", "both"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

/** Whether the partner is asked for the card's sake, whatever that costs; undecided: while it is free. */
export const inquiryRules = ["always", "never"] as const;
export type InquiryRule = (typeof inquiryRules)[number];

/**
 * What the admins of a workspace decided in Slack; what nobody decided is undefined. Credits are whole
 * numbers, people and channels are Slack ids.
 */
export type Settings = {
  readonly version: 1;
  readonly policy: Policy;
  readonly defaults: Defaults;
  /** Defaults of a channel, before those of the workspace. */
  readonly channels: Readonly<Record<string, Defaults>>;
};

/** Who may spend how much, and how waiting quotes are treated. */
export type Policy = {
  /** Whether an approver may approve what they asked for themselves. */
  readonly selfApproval: "allowed" | "refused";
  /** Above this price a second, different approver is needed. */
  readonly secondApprovalAbove: number | undefined;
  /** Up to this price the desk approves a translation by itself. */
  readonly autoApprovalUpTo: number | undefined;
  /** What it approves by itself for one person in a day and for the workspace in a month (UTC); both or it is off. */
  readonly autoApprovalPerPersonDay: number | undefined;
  readonly autoApprovalPerMonth: number | undefined;
  /** Nothing dearer can be approved. */
  readonly capPerApproval: number | undefined;
  /** A channel cannot spend more in a calendar month (UTC). */
  readonly capPerChannelMonth: number | undefined;
  /** The admins are warned when the balance falls below. */
  readonly lowBalance: number | undefined;
  /** Hours after which those who may decide are reminded of a waiting quote. */
  readonly remindAfterHours: number | undefined;
  readonly quietHours: QuietHours | undefined;
  /** Whether the partner is asked for the language of a text. */
  readonly askLanguage?: InquiryRule | undefined;
  /** Whether the partner is asked for an estimate. */
  readonly askEstimate?: InquiryRule | undefined;
};

/** Nobody is reminded from one full hour to another, 0 to 23, in an IANA time zone. */
export type QuietHours = { readonly from: number; readonly to: number; readonly zone: string };

/** What a posted manuscript is quoted for when nobody says otherwise. */
export type Defaults = {
  /** Language codes; the first is the card's, each further one gets a card of its own. */
  readonly targets: readonly string[] | undefined;
  /** Code points. */
  readonly previewChars: number | undefined;
  /** The book or series that manuscripts belong to. */
  readonly book: string | undefined;
  /** How finished texts reach people; undefined: as links. */
  readonly delivery?: DeliveryWay | undefined;
};

export const noDefaults: Defaults = {
  targets: undefined,
  previewChars: undefined,
  book: undefined,
  delivery: undefined,
};

/** As it was before there were settings: whoever is listed may approve, whatever it costs. */
export const initialSettings: Settings = {
  version: 1,
  policy: {
    selfApproval: "allowed",
    secondApprovalAbove: undefined,
    autoApprovalUpTo: undefined,
    autoApprovalPerPersonDay: undefined,
    autoApprovalPerMonth: undefined,
    capPerApproval: undefined,
    capPerChannelMonth: undefined,
    lowBalance: undefined,
    remindAfterHours: undefined,
    quietHours: undefined,
  },
  defaults: noDefaults,
  channels: {},
};

/** What holds in a channel: its own defaults, else those of the workspace. */
export function defaultsFor({ defaults, channels }: Settings, channel: string): Defaults {
  const own = channels[channel] ?? noDefaults;
  return {
    targets: own.targets ?? defaults.targets,
    previewChars: own.previewChars ?? defaults.previewChars,
    book: own.book ?? defaults.book,
    delivery: own.delivery ?? defaults.delivery,
  };
}
