import { PartnerFault } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";

export type Endpoint = "usage" | "create" | "task" | "download";

/**
 * Returns `partner`, which reports the outcome of each request: `ok`, or the fault's name. A
 * request that we cut short is `CutShort`, and any error that is no fault of the partner is
 * `other`.
 */
export function watchPartner(
  partner: Partner,
  onEnd: (endpoint: Endpoint, outcome: string) => void,
): Partner {
  const watch = async <T>(endpoint: Endpoint, answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer;
      onEnd(endpoint, "ok");
      return value;
    } catch (error) {
      onEnd(endpoint, error instanceof PartnerFault ? error.name : "other");
      throw error;
    }
  };
  return {
    usage: () => watch("usage", partner.usage()),
    createTask: (create) => watch("create", partner.createTask(create)),
    task: (taskId) => watch("task", partner.task(taskId)),
    download: (taskId) => watch("download", partner.download(taskId)),
  };
}
