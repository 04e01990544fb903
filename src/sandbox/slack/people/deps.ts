import type { Outbox } from "../delivery/outbox.ts";
import type { ResponseUrls } from "../delivery/response-urls.ts";
import type { World } from "../world.ts";

export type PeopleDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly responseUrls: ResponseUrls;
};
