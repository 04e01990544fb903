import type { DeliveryFault, DeliveryFaults } from "./delivery/faults.ts";
import type { ApiFault, ApiFaults } from "./web-api/faults.ts";

/** Switches for what Slack may do wrong; each fault is used up by the given number of calls. */
export function createSlackFaults({ api, delivery }: { api: ApiFaults; delivery: DeliveryFaults }) {
  return {
    /** The next calls of this Web API method, `download` or `upload` (`*`: of any). */
    onCall: (method: string, fault: ApiFault, times = 1) => api.add(method, fault, times),
    /** The next deliveries of this name (`message.file_share`, `block_actions`, `/translate`, `*`). */
    onDelivery: (name: string, fault: DeliveryFault, times = 1) => delivery.add(name, fault, times),
    clear(): void {
      api.clear();
      delivery.clear();
    },
  };
}
