import type { Exchanges } from "../exchanges.ts";
import type { World } from "../world.ts";
import type { DeliveryFault } from "./faults.ts";
import { sendOverHttp, type Sent, written } from "./http-delivery.ts";
import { failure, type Attempt, type Outgoing, type Receipt } from "./outgoing.ts";
import type { Sockets } from "./sockets.ts";

export type CarrierDeps = {
  readonly world: World;
  readonly sockets: Sockets;
  readonly exchanges: Exchanges;
  readonly signingSecret: string;
  readonly deadlineMs: number;
};

type Fault = DeliveryFault | undefined;

/** Carries one delivery once, over a socket or over HTTP, and writes it into the log. */
export function createCarrier(deps: CarrierDeps) {
  let url: string | undefined;
  const sent: Sent[] = [];

  function overHttp(
    url: string,
    { outgoing, attempt, fault }: { outgoing: Outgoing; attempt: Attempt; fault: Fault },
  ) {
    const one = written(outgoing, { url, attempt, signing: signing(deps, fault) });
    sent.push(one);
    return sendOverHttp(one, deps.deadlineMs);
  }

  return {
    connect(given: string | undefined): void {
      url = given;
    },
    async carry(outgoing: Outgoing, attempt: Attempt, fault?: DeliveryFault): Promise<Receipt> {
      const isOn = deps.sockets.isOn();
      if (!isOn && url === undefined) return failure("connection_failed");
      const receipt =
        isOn || url === undefined
          ? await deps.sockets.send(outgoing, attempt)
          : await overHttp(url, { outgoing, attempt, fault });
      deps.exchanges.record(deliveryLine(outgoing, receipt));
      return receipt;
    },
    sent: (): readonly Sent[] => sent,
    replay: (one: Sent): Promise<Receipt> => sendOverHttp(one, deps.deadlineMs),
  };
}

function signing(deps: CarrierDeps, fault: Fault) {
  const ahead = fault?.fault === "timestamp" ? fault.aheadSeconds : 0;
  const secret = fault?.fault === "bad-signature" ? "somebody else's" : deps.signingSecret;
  return { secret, seconds: deps.world.ids.seconds() + ahead };
}

const deliveryLine = (outgoing: Outgoing, receipt: Receipt) => ({
  direction: "to-bot" as const,
  name: outgoing.name,
  body: outgoing.payload,
  outcome: receipt.status === "acknowledged" ? "200" : String(receipt.httpStatus ?? receipt.reason),
  reply: receipt.status === "acknowledged" ? receipt.body : undefined,
});
