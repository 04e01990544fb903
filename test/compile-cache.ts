import { enableCompileCache } from "node:module";

// As the bot does: Node dies now and then when a document's thread ends that took types out of its modules.
enableCompileCache();
