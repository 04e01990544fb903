import type { Logger } from "../../operator/log.ts";
import type { ServiceConfig } from "../config.ts";
import { chooseEngine } from "./apertium.ts";
import { plainEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { pseudoTranslate } from "./pseudo.ts";

type Parts = { readonly log: Logger };

/** The engine that the operator chose. */
export function openEngine({ engine }: ServiceConfig, { log }: Parts) {
  return async (): Promise<Engine> => {
    switch (engine) {
      case "pseudo":
        return plainEngine(pseudoTranslate);
      case "apertium": {
        const say = (line: string) => log.warn(line);
        return plainEngine(await chooseEngine({ program: "apertium", log: say }));
      }
      case "openai":
        throw new Error("the openai engine is not built yet");
    }
  };
}
