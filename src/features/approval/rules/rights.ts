import type { Person, Roles } from "../../../core/ports.ts";
import type { Layer } from "../../glossary/rules/glossary.ts";

/** When in doubt about a right, the answer is no. */
export function maySpend(person: Person, roles: Roles): boolean {
  return person.isMember && isListed(person.id, roles);
}

export function isListed(id: string, { admins, approvers }: Roles): boolean {
  return admins.has(id) || approvers.has(id);
}

export function maySeeBalance(person: Person, roles: Roles): boolean {
  return person.isMember && roles.admins.has(person.id);
}

/** The requester may write into a book's glossary; into what books inherit only who may spend. */
export function mayEditTerms(
  person: Person,
  roles: Roles,
  terms: { readonly layer: Layer["name"]; readonly requester: string },
): boolean {
  return terms.layer === "book"
    ? mayShape(person, terms.requester, roles)
    : maySpend(person, roles);
}

/** Allows declining and choosing the language to the requester and to people who may spend. */
export function mayShape(person: Person, requester: string, roles: Roles): boolean {
  return person.isMember && (person.id === requester || maySpend(person, roles));
}
