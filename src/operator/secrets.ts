/** A function that takes all of these out of a text, wherever they stand in it. */
export function withoutSecrets(given: readonly string[]): (text: string) => string {
  const secrets = given.filter((secret) => secret.length >= shortestSecret);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

/** Shorter ones are words that stand in every line. */
const shortestSecret = 6;
