import { titleOf } from "#domain/delivery/delivery.ts";
import { tidy } from "#domain/glossary/glossary.ts";
import { bookKey } from "#domain/glossary/quote-terms.ts";

/**
 * Returns the title that a document states about itself, for display; undefined where it says nothing
 * that the file's name does not. It never decides to which book a text belongs: a template's title is in
 * the documents of strangers.
 */
export function documentTitle(
  stated: string | undefined,
  file: { readonly name: string },
): string | undefined {
  const title = tidy((stated ?? "").replaceAll(/\p{Cc}|\p{Cf}/gu, " "));
  const isTooLong = Array.from(title).length > mostCharacters;
  const names = [file.name, titleOf(file)].flatMap((name) => [name, spaced(name)]);
  const keys = new Set(names.map(bookKey));
  const isFileName = [title, spaced(title)].some((one) => keys.has(bookKey(one)));
  const saysNothing = !/\p{L}/u.test(title) || empty.some((pattern) => pattern.test(title));
  return isTooLong || isFileName || saysNothing ? undefined : title;
}

function spaced(name: string): string {
  return name.replaceAll(/[-_]+/gu, " ");
}

const mostCharacters = 150;

/** What programs write where nobody wrote a title. */
const empty: readonly RegExp[] = [
  /^(?:untitled|unbenannt|ohne titel|sans titre|sin t[ií]tulo|sem t[ií]tulo|senza titolo|無題|제목 없음|无标题|無標題)(?: [\p{L}]{1,20})?[ \d()-]{0,8}$/iu,
  /^(?:document|dokument|documento|文書|문서|文档|文件)[ \d()-]{0,8}$/iu,
  /^microsoft [a-z]+ ?[-–—]/iu,
  /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/iu,
];
