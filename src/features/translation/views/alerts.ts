import { type Message, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { InquiryOff } from "../../estimate/rules/inquiries.ts";
import type { LowBalance } from "../../spending/rules/account.ts";

/** Alerts that each admin gets directly, whoever's request caused them. */
export type Alert =
  | "key-refused"
  | "key-accepted"
  | ({ readonly about: "low-balance" } & LowBalance)
  | ({ readonly about: "inquiry-off" } & InquiryOff);

export function alertMessage(alert: Alert, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  if (alert === "key-refused") {
    return say(
      t`The partner no longer accepts Galley’s API key. Running translations are safe; if the key was revoked, set a valid PARTNER_API_KEY and restart Galley.`,
    );
  }
  if (alert === "key-accepted") return say(t`The partner accepts Galley’s API key again.`);
  if (alert.about === "low-balance") {
    const credits = (count: number) => counted(count, "credit");
    const { balance, line, promised } = alert;
    return say(
      t`The partner account is down to ${credits(balance)}, below your warning line of ${credits(line)}. Approvals reserve ${credits(promised)} of it; please top it up.`,
    );
  }
  const what =
    alert.inquiry === "language"
      ? t`Let the partner detect the language`
      : t`Let the partner estimate the price`;
  return say(
    alert.credits === 0
      ? t`Galley switched off “${what}”, because it may cost credits. You can switch it on in \`/translate settings\`.`
      : t`Galley switched off “${what}”, because it cost ${counted(alert.credits, "credit")}. You can switch it on in \`/translate settings\`.`,
  );
}
