import { enableCompileCache } from "node:module";

// The bot does the same: without the cache Node sometimes crashes when a document's thread ends
// that stripped types from its modules.
enableCompileCache();
