// Only for npm's scripts: containers and supervisors set the environment themselves, and it wins over `.env`.
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
