/** Runs the variants in turns, each round beginning with another one, so that a busy minute hits them all. */
export async function inTurns<Name extends string, T>(
  rounds: number,
  variants: Readonly<Record<Name, () => Promise<T> | T>>,
): Promise<Record<Name, readonly T[]>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names
  const names = Object.keys(variants) as Name[];
  const measured = new Map<Name, T[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measured.get(name)?.push(await variants[name]());
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
  return Object.fromEntries(measured) as unknown as Record<Name, readonly T[]>;
}
