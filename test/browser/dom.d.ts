// The types of playwright-core name these; Galley itself is checked without the library of browsers.
type Node = object;
type HTMLElement = object;
type SVGElement = object;
type HTMLElementTagNameMap = Readonly<Record<string, object>>;
