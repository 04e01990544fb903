import type { App } from "./app.ts";

type Sending = {
  readonly channel: string;
  readonly thread: string | undefined;
  readonly words: string;
  readonly files: readonly string[];
};

/** Posts what was written, or runs it when it is a slash command. */
export async function sendWords(app: App, { words, ...rest }: Sending): Promise<void> {
  if (words.startsWith("/") && rest.files.length === 0) return runCommand(app, { words, ...rest });
  await app.perform({ deed: "post", text: written(app, words), ...rest });
}

async function runCommand(app: App, { channel, thread, words }: Sending): Promise<void> {
  const [command = "", ...rest] = words.split(" ");
  const { commands = [] } = app.state.screen ?? {};
  if (!commands.some((one) => one.command === command)) {
    return app.warn(`${command} is not a valid command.`);
  }
  if (thread !== undefined) return app.warn("Slack takes no slash commands in threads.");
  await app.perform({ deed: "command", channel, command, text: rest.join(" ") });
}

/** What Slack's own clients send: signs escaped, people and channels by id. */
function written(app: App, words: string): string {
  const { people = [], channels = [] } = app.state.screen ?? {};
  const escaped = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll(/([@#])([\w-]+)/gu, (whole, sign: string, name: string) => {
    const known: readonly { readonly id: string; readonly name: string }[] =
      sign === "@" ? people : channels;
    const id = known.find((one) => one.name === name)?.id;
    return id === undefined ? whole : `<${sign}${id}>`;
  });
}
