import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type InquiryOff, probeSource } from "../../estimate/rules/inquiries.ts";
import type { LowBalance } from "../../spending/rules/account.ts";

/** Alerts that each admin gets directly, whoever's request caused them. */
export type Alert =
  | "key-refused"
  | "key-accepted"
  | ({ readonly about: "low-balance" } & LowBalance)
  | ({ readonly about: "inquiry-off" } & InquiryOff);

export function alertMessage(alert: Alert, { tongue }: ViewContext): Message {
  const { t } = tongue;
  if (typeof alert === "object") {
    return alert.about === "low-balance" ? lowBalance(alert, tongue) : inquiryOff(alert, tongue);
  }
  switch (alert) {
    case "key-refused":
      return say(
        t`The partner no longer accepts Galley’s API key. Running translations are safe, and I check again every five minutes. If the key was revoked, set a valid PARTNER_API_KEY and restart Galley.`,
      );
    case "key-accepted":
      return say(t`The partner accepts Galley’s API key again. Work goes on.`);
  }
}

function lowBalance({ balance, promised, line }: LowBalance, tongue: Tongue): Message {
  const { t, counted } = tongue;
  const credits = (count: number) => counted(count, "credit");
  return say(
    [
      t`The partner account is down to ${credits(balance)}, below your warning line of ${credits(line)}.`,
      promisedWords(balance, promised, tongue),
      t`Please top it up; \`/translate-usage\` shows where the credits go. I’ll warn again the next time it drops below the line.`,
    ].join(" "),
  );
}

function promisedWords(balance: number, promised: number, { t, counted }: Tongue): string {
  if (promised === 0) return t`None of it is reserved.`;
  const held = counted(promised, "credit");
  const left = counted(Math.max(balance - promised, 0), "credit");
  return t`Approvals reserve ${held} of it, which leaves ${left}.`;
}

function inquiryOff(off: InquiryOff, { t, counted }: Tongue): Message {
  const what = off.inquiry === "language" ? t`Detecting a language` : t`An estimate by the partner`;
  switch (off.why) {
    case "probe":
      return say(
        t`${what} cost ${counted(off.credits, "credit")} for a test of ${counted(probeSource.characters, "character")}, so Galley no longer asks. You can switch it on in \`/translate settings\`.`,
      );
    case "inquiry":
      return say(
        t`${what} cost ${counted(off.credits, "credit")}, although it was free in a test, so Galley no longer asks. You can switch it on in \`/translate settings\`.`,
      );
    case "unclear":
      return say(
        t`${what}: Galley could not find out whether it costs credits, so it no longer asks. You can switch it on in \`/translate settings\`.`,
      );
  }
}
