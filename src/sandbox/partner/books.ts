import type { Journal, JournalEvent } from "./journal.ts";
import type { Task } from "./task.ts";

export type Account = {
  balance: number;
  reserved: number;
  charges: { at: number; credits: number }[];
};
export type ApiKey = { readonly account: string; readonly rpm: number; readonly revoked: boolean };
type CreateEvent = Extract<JournalEvent, { type: "create" }>;
export type CreateRow = Omit<CreateEvent, "task">;

/**
 * What the service remembers: everything is derived from the journal's events, in order, and each
 * change is written there first.
 */
export function openBooks(journal: Journal) {
  const books = {
    linkSecret: undefined as string | undefined,
    accounts: new Map<string, Account>(),
    keys: new Map<string, ApiKey>(),
    tasks: new Map<string, Task>(),
    remembered: new Map<string, { fingerprint: string; taskId: string }>(),
    creates: [] as CreateRow[],
  };
  for (const event of journal.events) apply(books, event);
  return {
    ...books,
    linkSecret: () => books.linkSecret,
    record: (event: JournalEvent) => {
      journal.append(event);
      apply(books, event);
    },
  };
}
export type Books = ReturnType<typeof openBooks>;

type State = Omit<Books, "record" | "linkSecret"> & { linkSecret: string | undefined };

/** Idempotency keys belong to the account that sent them. */
export function memoryOf(account: string, idempotencyKey: string): string {
  return JSON.stringify([account, idempotencyKey]);
}

/** Credits that are neither spent nor promised to a running task. */
export function available(account: Account): number {
  return account.balance - account.reserved;
}

function apply(state: State, event: JournalEvent): void {
  switch (event.type) {
    case "opened":
      state.linkSecret = event.linkSecret;
      break;
    case "key":
      state.keys.set(event.key, event);
      break;
    case "balance":
      accountIn(state, event.account).balance = event.credits;
      break;
    case "create":
      applyCreate(state, event);
      break;
    case "end":
      applyEnd(state, event);
      break;
    case "forget":
      state.remembered.clear();
      break;
  }
}

function applyCreate(state: State, { task, ...row }: CreateEvent): void {
  state.creates.push(row);
  if (task === undefined) return;
  state.tasks.set(task.id, task);
  accountIn(state, task.account).reserved += task.reserved;
  if (row.idempotencyKey === undefined || row.fingerprint === undefined) return;
  const memory = memoryOf(row.account, row.idempotencyKey);
  state.remembered.set(memory, { fingerprint: row.fingerprint, taskId: task.id });
}

function applyEnd(state: State, event: Extract<JournalEvent, { type: "end" }>): void {
  const task = state.tasks.get(event.taskId);
  if (task === undefined) return;
  const account = accountIn(state, task.account);
  account.reserved -= task.reserved;
  account.balance -= event.charged;
  if (event.charged > 0) account.charges.push({ at: event.at, credits: event.charged });
  const { status, charged, terms, outputBytes } = event;
  state.tasks.set(task.id, { ...task, status, charged, terms, outputBytes, endedAt: event.at });
}

function accountIn(state: State, name: string): Account {
  const known = state.accounts.get(name);
  if (known !== undefined) return known;
  const account: Account = { balance: 0, reserved: 0, charges: [] };
  state.accounts.set(name, account);
  return account;
}
