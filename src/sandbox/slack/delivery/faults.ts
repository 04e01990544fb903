/** What can go wrong with one delivery from Slack to the bot. */
export type DeliveryFault =
  /** Two copies at the same moment. */
  | { readonly fault: "twice" }
  /** The signed time lies this many seconds ahead (or, negative, behind). */
  | { readonly fault: "timestamp"; readonly aheadSeconds: number }
  | { readonly fault: "bad-signature" }
  /** Slack does not see the answer: it sends the event again. */
  | { readonly fault: "answer-lost" }
  /** It does not arrive until `redeliver()`. */
  | { readonly fault: "late" }
  /** It never arrives. */
  | { readonly fault: "lost" };

/** Faults waiting for the next deliveries of a name (`message`, `block_actions`, `*` for any). */
export function createDeliveryFaults() {
  const waiting: { readonly name: string; readonly fault: DeliveryFault }[] = [];

  return {
    add(name: string, fault: DeliveryFault, times: number): void {
      for (let n = 0; n < times; n += 1) waiting.push({ name, fault });
    },
    take(name: string): DeliveryFault | undefined {
      const index = waiting.findIndex((one) => one.name === name || one.name === "*");
      return index < 0 ? undefined : waiting.splice(index, 1)[0]?.fault;
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}

export type DeliveryFaults = ReturnType<typeof createDeliveryFaults>;
