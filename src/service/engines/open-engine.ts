import type { Logger } from "../../operator/log.ts";
import type { ServiceConfig } from "../config.ts";
import type { Metrics } from "../metrics.ts";
import { chooseEngine } from "./apertium.ts";
import { createChat } from "./chat.ts";
import { plainEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { openaiEngine } from "./openai.ts";
import { pseudoTranslate } from "./pseudo.ts";

type Parts = {
  readonly log: Logger;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export function openEngine({ engine, model }: ServiceConfig, { log, now, sleep }: Parts) {
  return async (metrics: Metrics): Promise<Engine> => {
    switch (engine) {
      case "pseudo":
        return plainEngine(pseudoTranslate);
      case "apertium": {
        const say = (line: string) => log.warn(line);
        return plainEngine(await chooseEngine({ program: "apertium", log: say }));
      }
      case "openai": {
        if (model === undefined) throw new Error("the openai engine has no model");
        const chat = createChat(model, { log, metrics, now, sleep });
        return openaiEngine(model, { chat, metrics, now, log });
      }
    }
  };
}
