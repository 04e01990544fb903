type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly in the element. */
  readonly text: string;
};

/**
 * Returns the elements of an XML text, in the order in which they begin. It knows only the five
 * entities of XML itself, no CDATA and no comments.
 *
 * @throws for text that is not well-formed.
 */
export function elementsOf(xml: string): readonly Element[] {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof found)[number][] = [];
  const body = xml.replace(/^<\?xml[^>]*\?>\n(?:<!DOCTYPE html>\n)?/u, "");
  for (const token of body.match(/<[^<>]*>|[^<>]+|[<>]/gu) ?? []) {
    const [, end, name = "", rest = "", empty] =
      /^<(\/)?([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/)?>$/u.exec(token) ?? [];
    if (name === "") {
      const inside = open.at(-1);
      if (inside === undefined && token.trim() !== "") throw new Error(`outside: ${token}`);
      if (/[<>]/u.test(token)) throw new Error(`no markup: ${token}`);
      if (inside !== undefined) inside.text += plain(token);
    } else if (end === undefined) {
      const pairs = [...rest.matchAll(/([\w:.-]+)="([^"]*)"/gu)].map(
        ([, key = "", value = ""]) => [key, plain(value)] as const,
      );
      if (new Set(pairs.map(([key]) => key)).size < pairs.length)
        throw new Error(`twice: ${token}`);
      const element = { name, attributes: Object.fromEntries(pairs), text: "" };
      found.push(element);
      if (empty === undefined) open.push(element);
    } else if (open.pop()?.name !== name) {
      throw new Error(`closes what is not open: ${token}`);
    }
  }
  if (open.length > 0) throw new Error(`never closed: ${open.at(-1)?.name}`);
  return found.map((element) => ({ ...element, text: element.text.trim() }));
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function plain(text: string): string {
  return text.replaceAll(/&[^\s;&]*;?/gu, (entity) => {
    const sign = entities[entity];
    if (sign === undefined) throw new Error(`no entity: ${entity}`);
    return sign;
  });
}
