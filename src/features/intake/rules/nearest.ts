/**
 * Returns the value whose name is nearest to a misspelt word, if at most a third of the typed letters
 * differ.
 */
export function nearest<T>(
  typed: string,
  names: readonly (readonly [name: string, value: T])[],
): T | undefined {
  const letters = Array.from(typed);
  const most = Math.floor(letters.length / 3);
  const near = names
    .map(([name, value]) => ({ value, edits: editsBetween(letters, Array.from(name), most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits);
  return near[0]?.value;
}

/**
 * Counts the letters to add, leave out, replace, or swap with their neighbour to make one word of the
 * other (optimal string alignment); Infinity when the lengths alone differ by more than `most`.
 */
function editsBetween(one: readonly string[], other: readonly string[], most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let earlier: readonly number[] = [];
  let last: readonly number[] = [0, ...other.map((_, n) => n + 1)];
  for (const [row, letter] of one.entries()) {
    const edits = [row + 1];
    for (const [column, wanted] of other.entries()) {
      const replaced = cell(last, column) + (letter === wanted ? 0 : 1);
      const isSwap = letter === other[column - 1] && one[row - 1] === wanted;
      const swapped = isSwap ? cell(earlier, column - 1) + 1 : Infinity;
      const added = cell(edits, column) + 1;
      edits.push(Math.min(replaced, swapped, added, cell(last, column + 1) + 1));
    }
    [earlier, last] = [last, edits];
  }
  return cell(last, other.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
