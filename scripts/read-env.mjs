// For the scripts of npm alone: containers and supervisors set the environment themselves, and it comes first.
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
