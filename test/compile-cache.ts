import { enableCompileCache } from "node:module";

// As the bot does. Without it Node sometimes dies when a document's thread ends: the thread has
// stripped types from its modules.
enableCompileCache();
