import { type Fields, isFields } from "../json.ts";

export type Surface = "message" | "modal" | "home";
type Path = readonly (string | number)[];

/** One fault that Slack would refuse: its place, and Slack's words for it. */
export type BlockFault = {
  readonly path: Path;
  readonly message: string;
  /** Slack's error when it has one of its own for this fault. */
  readonly error?: string;
};

export type Place = { readonly path: Path; readonly surface: Surface };
export type Rule = (value: unknown, place: Place) => readonly BlockFault[];

/** The place of a fault as a JSON pointer. */
export const pointer = ({ path }: BlockFault): string => path.map((step) => `/${step}`).join("");

export const fault = (place: Place, message: string): readonly BlockFault[] => [
  { path: place.path, message },
];

export const below = (place: Place, step: string | number): Place => ({
  ...place,
  path: [...place.path, step],
});

/** A string of this many characters, counted as Slack does: in code points. */
export const string =
  (max: number, min = 0): Rule =>
  (value, place) => {
    if (typeof value !== "string") return fault(place, "must be a string");
    const { length } = Array.from(value);
    if (length < min) return fault(place, `must be more than ${min - 1} characters`);
    if (length > max) return fault(place, `must be less than ${max + 1} characters`);
    return [];
  };

export const flag: Rule = (value, place) =>
  typeof value === "boolean" ? [] : fault(place, "must be a boolean");

export const number =
  (min: number, max: number): Rule =>
  (value, place) => {
    if (typeof value !== "number") return fault(place, "must be a number");
    const isInside = value >= min && value <= max;
    return isInside ? [] : fault(place, `must be between ${min} and ${max}`);
  };

export const choice =
  (...allowed: readonly string[]): Rule =>
  (value, place) =>
    typeof value === "string" && allowed.includes(value)
      ? []
      : fault(place, `must be a valid enum value: ${allowed.join(", ")}`);

export const matching =
  (pattern: RegExp, message: string): Rule =>
  (value, place) =>
    typeof value === "string" && pattern.test(value) ? [] : fault(place, message);

export const all =
  (...rules: readonly Rule[]): Rule =>
  (value, place) =>
    rules.flatMap((rule) => rule(value, place));

export const url: Rule = all(
  string(3000, 1),
  matching(/^(https?|slack|mailto):/, "must be a valid URL"),
);

export const list =
  (rule: Rule, max: number, min = 0): Rule =>
  (value, place) => {
    if (!Array.isArray(value)) return fault(place, "must be an array");
    const items: readonly unknown[] = value;
    if (items.length > max) return fault(place, `no more than ${max} items allowed`);
    if (items.length < min) return fault(place, `no fewer than ${min} items allowed`);
    return items.flatMap((item, index) => rule(item, below(place, index)));
  };

export type Shape = {
  readonly required?: Readonly<Record<string, Rule>>;
  readonly optional?: Readonly<Record<string, Rule>>;
  /** Rules about several fields together. */
  readonly also?: Rule;
  /** The only surface that may show it; all of them when left out. */
  readonly onlyIn?: Surface;
};

/** An object with these fields and no other. */
export const object =
  ({ required = {}, optional = {}, also = () => [] }: Shape): Rule =>
  (value, place) => {
    if (!isFields(value)) return fault(place, "must provide an object");
    const missing = Object.keys(required).filter((name) => value[name] === undefined);
    return [
      ...missing.flatMap((name) => fault(place, `missing required field: ${name}`)),
      ...fieldFaults(value, { ...required, ...optional }, place),
      ...also(value, place),
    ];
  };

function fieldFaults(value: Fields, rules: Readonly<Record<string, Rule>>, place: Place) {
  return Object.entries(value).flatMap(([name, field]) => {
    if (field === undefined) return [];
    const rule = rules[name];
    return rule === undefined
      ? fault(place, `invalid additional property: ${name}`)
      : rule(field, below(place, name));
  });
}

/** An object whose `type` selects one of these shapes. */
export const typed =
  (shapes: Readonly<Record<string, Shape>>): Rule =>
  (value, place) => {
    if (!isFields(value)) return fault(place, "must provide an object");
    const type = value["type"];
    if (typeof type !== "string") return fault(place, "missing required field: type");
    const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
    if (shape === undefined || (shape.onlyIn ?? place.surface) !== place.surface) {
      return fault(below(place, "type"), `unsupported type: ${type}`);
    }
    return object({ ...shape, required: { type: string(255), ...shape.required } })(value, place);
  };

export const oneOf =
  (...names: readonly string[]): Rule =>
  (value, place) => {
    const given = isFields(value) ? names.filter((name) => value[name] !== undefined) : [];
    const words = names.map((name) => `\`${name}\``).join(" or ");
    return given.length > 0 ? [] : fault(below(place, "type"), `must define either ${words}`);
  };
