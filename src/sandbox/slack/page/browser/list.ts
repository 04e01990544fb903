/** `signature`: the node is drawn again when one of these has changed. */
export type Item = {
  readonly key: string;
  readonly signature: readonly unknown[];
  readonly draw: () => HTMLElement;
};

type Shown = { readonly signature: readonly unknown[]; readonly node: HTMLElement };

/** Keeps the children of `parent` equal to these items, and touches only changed ones. */
export function createList(parent: HTMLElement): (items: readonly Item[]) => void {
  let entries = new Map<string, Shown>();
  return (items) => {
    const next = new Map<string, Shown>();
    for (const { key, signature, draw } of items) {
      const old = entries.get(key);
      const stays =
        old !== undefined && (isSame(old.signature, signature) || hasOpenMenu(old.node));
      next.set(key, stays ? old : { signature, node: replaced(old?.node, draw()) });
    }
    for (const [key, { node }] of entries) if (!next.has(key)) node.remove();
    entries = next;
    let anchor = parent.firstElementChild;
    for (const { node } of next.values()) {
      if (node === anchor) anchor = anchor.nextElementSibling;
      else parent.insertBefore(node, anchor);
    }
  };
}

/** True while somebody is about to choose: the node is drawn again once the menu has closed. */
const hasOpenMenu = (node: HTMLElement) =>
  node.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null;

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** Replaces a node, and moves the focus to the same control of the new one. */
function replaced(old: HTMLElement | undefined, node: HTMLElement): HTMLElement {
  const active = document.activeElement;
  const hadFocus = active !== null && old?.contains(active) === true;
  old?.replaceWith(node);
  if (!hadFocus) return node;
  const name = CSS.escape(active.getAttribute("data-focus") ?? "");
  (node.querySelector<HTMLElement>(`[data-focus="${name}"]`) ?? node).focus();
  return node;
}

const near = 80;

/** Stays at the newest message while it is in view, and elsewhere stays put. */
export function createScroll(node: HTMLElement) {
  let isAtEnd = true;
  let top = 0;
  let topic = "";
  const toEnd = () => {
    if (isAtEnd) node.scrollTop = node.scrollHeight;
    top = node.scrollTop;
  };
  node.addEventListener("scroll", () => {
    const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < near;
    // Only a person scrolls up: a picture that comes late only makes the list longer.
    if (isNear || node.scrollTop < top) isAtEnd = isNear;
    top = node.scrollTop;
  });
  const sizes = new ResizeObserver(toEnd);
  for (const one of [node, ...node.children]) sizes.observe(one);
  return {
    node,
    /**
     * Called after drawing; `about` names the shown list and what the reader has done in it.
     * Another one begins at its end.
     */
    follow(about: string): void {
      if (about !== topic) isAtEnd = true;
      topic = about;
      toEnd();
    },
  };
}
