/** `signature`: the node is drawn anew when one of these is another than before. */
export type Item = {
  readonly key: string;
  readonly signature: readonly unknown[];
  readonly draw: () => HTMLElement;
};

type Shown = { readonly signature: readonly unknown[]; readonly node: HTMLElement };

/** Keeps the children of `parent` as these items say, and touches only what has changed. */
export function createList(parent: HTMLElement): (items: readonly Item[]) => void {
  let shown = new Map<string, Shown>();
  return (items) => {
    const next = new Map<string, Shown>();
    for (const { key, signature, draw } of items) {
      const old = shown.get(key);
      const stays =
        old !== undefined && (isSame(old.signature, signature) || hasOpenMenu(old.node));
      if (stays) next.set(key, old);
      else next.set(key, { signature, node: replaced(old?.node, draw()) });
    }
    for (const [key, { node }] of shown) if (!next.has(key)) node.remove();
    shown = next;
    arrange(parent, [...next.values()]);
  };
}

/** Somebody is about to choose: it is drawn anew once the menu has closed. */
function hasOpenMenu(node: HTMLElement): boolean {
  return node.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null;
}

function arrange(parent: HTMLElement, all: readonly Shown[]): void {
  let anchor = parent.firstElementChild;
  for (const { node } of all) {
    if (node === anchor) anchor = anchor.nextElementSibling;
    else parent.insertBefore(node, anchor);
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** Whoever stood on the old node stands on the same control of the new one afterwards. */
function replaced(old: HTMLElement | undefined, node: HTMLElement): HTMLElement {
  if (old === undefined) return node;
  const active = document.activeElement;
  const hadFocus = active !== null && old.contains(active);
  old.replaceWith(node);
  if (!hadFocus) return node;
  const name = active.getAttribute("data-focus");
  const same =
    name === null ? null : node.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  (same ?? node).focus();
  return node;
}
