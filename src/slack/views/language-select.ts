import type { MultiStaticSelect, PlainTextOption, StaticSelect } from "@slack/types";

import type { Language } from "../../domain/languages.ts";
import { limits, plainText, whole } from "./blocks.ts";
import { languageLabel } from "./words.ts";

type Choice = {
  readonly actionId: string;
  readonly languages: readonly Language[];
  /** A code; shown as chosen when it is among the languages. */
  readonly chosen: string | undefined;
};

/** Slack adds the search by itself. More languages than a select holds are dealt into groups. */
export function languageSelect({ actionId, languages, chosen }: Choice): StaticSelect {
  const options = optionsOf(languages);
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionId,
    placeholder: plainText("Choose a language", limits.optionText),
    ...(initial !== undefined && { initial_option: initial }),
    ...dealt(options),
  };
}

/** The same for several languages; those of `chosen` that are offered are shown as chosen. */
export function languagesSelect({
  actionId,
  languages,
  chosen,
}: Omit<Choice, "chosen"> & { readonly chosen: readonly string[] }): MultiStaticSelect {
  const options = optionsOf(languages);
  const initial = chosen.flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return {
    type: "multi_static_select",
    action_id: actionId,
    placeholder: plainText("Choose languages", limits.optionText),
    ...(initial.length > 0 && { initial_options: initial }),
    ...dealt(options),
  };
}

function optionsOf(languages: readonly Language[]): PlainTextOption[] {
  return languages
    .slice(0, limits.options * limits.options)
    .map((language) => languageOption(language, languages));
}

function dealt(options: PlainTextOption[]) {
  return options.length <= limits.options ? { options } : { option_groups: groups(options) };
}

function languageOption({ code }: Language, languages: readonly Language[]): PlainTextOption {
  return {
    text: plainText(languageLabel(code, languages), limits.optionText),
    value: whole(code, limits.optionValue),
  };
}

function groups(options: PlainTextOption[]) {
  const count = Math.ceil(options.length / limits.options);
  return Array.from({ length: count }, (_, group) => {
    const members = options.slice(group * limits.options, (group + 1) * limits.options);
    const label = `${members[0]?.text.text ?? ""} to ${members.at(-1)?.text.text ?? ""}`;
    return { label: plainText(label, limits.optionText), options: members };
  });
}
