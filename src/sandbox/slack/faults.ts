/** Faults of one call of a Web API method. */
export type ApiFault =
  /** 429; the header's text, or no header at all. */
  | { readonly fault: "rate-limited"; readonly retryAfter: string | undefined }
  | { readonly fault: "500-before" }
  /** Done, and answered with a 500 all the same. */
  | { readonly fault: "500-after" }
  /** Done, and the connection closed before the answer. */
  | { readonly fault: "lost-reply" }
  | { readonly fault: "slow"; readonly ms: number }
  /**
   * Any `ok: false` in Slack's words; `in`: only of calls that name a conversation, person or file which
   * begins so.
   */
  | { readonly fault: "refused"; readonly error: string; readonly in?: string }
  /** A download that goes on at another address of Slack's own, or of `to`. */
  | { readonly fault: "redirected"; readonly to?: string }
  /** A login page that is served as the file, without a content type. */
  | { readonly fault: "login-page" }
  /** A file that Slack has not processed yet: it has no address. */
  | { readonly fault: "unprocessed" }
  /** An upload that Slack shares in a moment: it says so, and lists no share yet. */
  | { readonly fault: "unshared" }
  /** A read that misses every message newer than the moment when the fault was set. */
  | { readonly fault: "stale" };

export type SetFault = ApiFault & { readonly setAt: string };

/** Faults of one delivery from Slack to the bot. */
export type DeliveryFault =
  /** Two copies at the same moment. */
  | { readonly fault: "twice" }
  /** The signed time is this many seconds ahead (or, negative, behind). */
  | { readonly fault: "timestamp"; readonly aheadSeconds: number }
  | { readonly fault: "bad-signature" }
  /** Slack does not see the answer: it sends the event again. */
  | { readonly fault: "answer-lost" }
  /** It does not arrive until `redeliver()`. */
  | { readonly fault: "late" }
  /** It never arrives. */
  | { readonly fault: "lost" };

export type Faults = ReturnType<typeof createFaults>;

/** Switches for Slack's faults; each fault is used up by the given number of calls. */
export function createFaults(ts: () => string) {
  const calls = createQueue<SetFault>();
  const deliveries = createQueue<DeliveryFault>();
  return {
    /**
     * Sets a fault for the next calls of this Web API method, `download` or `upload` (`*`: of any).
     */
    onCall: (method: string, fault: ApiFault, times = 1) =>
      calls.add(method, { ...fault, setAt: ts() }, times),
    /**
     * Sets a fault for the next deliveries of this name (`message.file_share`, `block_actions`,
     * `/translate`, `*`).
     */
    onDelivery: (name: string, fault: DeliveryFault, times = 1) =>
      deliveries.add(name, fault, times),
    ofCall: (method: string, names: readonly string[] = []) =>
      calls.take(
        method,
        (fault) =>
          fault.fault !== "refused" ||
          fault.in === undefined ||
          names.some((one) => one.startsWith(fault.in ?? "")),
      ),
    ofDelivery: (name: string) => deliveries.take(name),
    clear(): void {
      calls.clear();
      deliveries.clear();
    },
  };
}

function createQueue<Fault>() {
  const waiting: { readonly name: string; readonly fault: Fault; left: number }[] = [];
  return {
    add(name: string, fault: Fault, times: number): void {
      if (times > 0) waiting.push({ name, fault, left: times });
    },
    take(name: string, fits: (fault: Fault) => boolean = () => true): Fault | undefined {
      const index = waiting.findIndex(
        (one) => (one.name === name || one.name === "*") && fits(one.fault),
      );
      const entry = waiting[index];
      if (entry === undefined) return undefined;
      entry.left -= 1;
      if (entry.left === 0) waiting.splice(index, 1);
      return entry.fault;
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}
