import type { Feature } from "#features/shared/feature.ts";

import { recordsActions } from "./handlers.ts";

export const recovery = { handlers: recordsActions } as const satisfies Feature;
