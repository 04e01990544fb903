import { type LearnedSpeeds, type Speeds, learnSpeed } from "../rules/speeds.ts";

type Deps = {
  readonly records: {
    readonly read: (name: string) => Promise<Speeds>;
    readonly change: (name: string, next: (speeds: Speeds) => Speeds) => Promise<Speeds>;
  };
  readonly onFault: (error: unknown) => void;
};

/** How fast the partner is, learned from the runs that ended: without it the desk guesses, and works. */
export function createLearnedSpeeds({ records, onFault }: Deps): LearnedSpeeds {
  let speeds: Speeds = {};
  const keep = async (known: Promise<Speeds>) => {
    try {
      speeds = await known;
    } catch (error) {
      onFault(error);
    }
  };
  return {
    current: () => speeds,
    learn: (run) => keep(records.change(partner, (before) => learnSpeed(before, run))),
    recall: () => keep(records.read(partner)),
  };
}

const partner = "partner";
