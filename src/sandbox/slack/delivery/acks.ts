import { fieldsOf, parsedJson, textOf } from "../json.ts";
import { failure, type Receipt } from "./outgoing.ts";

export type Acks = ReturnType<typeof createAcks>;

/** Envelopes that wait for their ack, each as long as Slack would wait. */
export function createAcks(deadlineMs: number) {
  const waiting = new Map<string, (receipt: Receipt) => void>();
  return {
    hear(raw: Buffer): void {
      const ack = fieldsOf(parsedJson(raw.toString()));
      const receipt: Receipt = { status: "acknowledged", body: ack["payload"] };
      waiting.get(textOf(ack["envelope_id"]))?.(receipt);
    },
    /** No ack can come any more. */
    abandon(): void {
      for (const resolve of waiting.values()) resolve(failure("connection_failed"));
    },
    async wait(envelopeId: string): Promise<Receipt> {
      const { promise, resolve } = Promise.withResolvers<Receipt>();
      waiting.set(envelopeId, resolve);
      const signal = AbortSignal.timeout(deadlineMs);
      signal.addEventListener("abort", () => resolve(failure("http_timeout")));
      const receipt = await promise;
      waiting.delete(envelopeId);
      return receipt;
    },
  };
}
