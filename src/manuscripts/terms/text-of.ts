/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it; undefined when it is
 * neither.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const label = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
