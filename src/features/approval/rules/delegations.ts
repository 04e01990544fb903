import type { Delegation, Settings } from "../../settings/rules/settings.ts";
import { type Roles, isListed } from "./rights.ts";

/**
 * Who decides for whom now: by deputy, those whom they stand in for. Only who is listed hands a right on, so
 * a deputy's deputy has none; it ends with its date, and with the right or the membership of who gave it.
 *
 * @param isMember whether somebody is a full member of the workspace now.
 */
export function deputiesOf(
  running: readonly Delegation[],
  roles: Roles,
  isMember: (person: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const deputies = new Map<string, readonly string[]>();
  for (const { from, to } of running) {
    if (!isListed(from, roles) || !isMember(from) || isListed(to, roles)) continue;
    deputies.set(to, [...(deputies.get(to) ?? []), from]);
  }
  return deputies;
}

/** Those whose date is not past. */
export function runningDelegations(
  { delegations }: Pick<Settings, "delegations">,
  now: number,
): readonly Delegation[] {
  return delegations.filter(({ until }) => now < until);
}

/** Somebody goes away: what they said before gives way, and what is over is dropped. */
export function delegate(settings: Settings, wanted: Delegation, now: number): Settings {
  const others = runningDelegations(settings, now).filter(({ from }) => from !== wanted.from);
  return { ...settings, delegations: [...others, wanted] };
}

/** Somebody is back; the same settings when they had not gone. */
export function withoutDelegation(settings: Settings, person: string, now: number): Settings {
  const running = runningDelegations(settings, now);
  return running.some(({ from }) => from === person)
    ? { ...settings, delegations: running.filter(({ from }) => from !== person) }
    : settings;
}
