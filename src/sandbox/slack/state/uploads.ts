import type { Ids } from "./ids.ts";

export type Upload = { readonly id: string; readonly name: string; readonly length: number };

/** Uploads of the bot, announced and completed, and files that people handed in through its forms. */
export function createUploads(ids: Ids) {
  const byTicket = new Map<string, Upload>();
  const completed = new Set<string>();

  return {
    announce(name: string, length: number): { ticket: string; id: string } {
      const ticket = ids.id("");
      const id = ids.id("F");
      byTicket.set(ticket, { id, name, length });
      return { ticket, id };
    },
    find: (ticket: string): Upload | undefined => byTicket.get(ticket),
    isAnnounced: (id: string) => [...byTicket.values()].some((upload) => upload.id === id),
    complete: (id: string): void => void completed.add(id),
    isCompleted: (id: string): boolean => completed.has(id),
  };
}
