type Child = Node | string | undefined | false;
type Value = string | boolean | number | undefined;
type Listener = (event: Event) => void;
type Props = Readonly<Record<string, Value | Listener>>;

/**
 * Creates an element with attributes and children. Functions become listeners (`click`, `input` …).
 * Texts become text nodes: nothing on this page is ever parsed as HTML.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== undefined && child !== false));
  return node;
}

/** Returns an address from outside if a link may carry it. */
export function safeAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol)
    ? url.href
    : undefined;
}

/** Draws a link out of the page; bare words when a link may not carry the address. */
export function link(address: string, ...words: readonly Child[]): HTMLElement {
  const href = safeAddress(address);
  if (href === undefined) return h("span", {}, ...words);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...words);
}

/** Draws a button; `aria-label` names it for screen readers when its face is a sign. */
export function pressable(props: Props, ...children: readonly Child[]): HTMLButtonElement {
  return h("button", { type: "button", ...props }, ...children);
}

let count = 0;

/** An id for `for`, `aria-labelledby` and the like. */
export function freshId(): string {
  count += 1;
  return `id-${count}`;
}
