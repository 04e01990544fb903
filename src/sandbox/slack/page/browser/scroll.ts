const near = 80;

/** Stays at the newest message while one is there, and leaves those alone who read further up. */
export function createScroll(node: HTMLElement) {
  let isAtEnd = true;
  let shown = "";
  node.addEventListener("scroll", () => {
    isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < near;
  });
  return {
    node,
    /** Call after drawing; `room` names what is shown, another room begins at its end. */
    follow(room: string): void {
      if (room !== shown) isAtEnd = true;
      shown = room;
      if (isAtEnd) node.scrollTop = node.scrollHeight;
    },
  };
}
