import type { MultiStaticSelect, PlainTextOption, StaticSelect } from "@slack/types";

import type { Language } from "../../../core/languages.ts";
import { limits, optionsOf, plainText, whole } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { languageLabel } from "../../../slack/words.ts";

type Choice = {
  readonly actionId: string;
  readonly languages: readonly Language[];
  /** A code; shown as chosen when it is among the languages. */
  readonly chosen: string | undefined;
  /** The language of the person who chooses. */
  readonly tongue: Tongue;
};

export function languageSelect({ actionId, languages, chosen, tongue }: Choice): StaticSelect {
  const options = languageOptions(languages, tongue);
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionId,
    placeholder: plainText(tongue.t`Choose a language`, limits.optionText),
    ...(initial !== undefined && { initial_option: initial }),
    ...optionsOf(options, groupLabel(tongue)),
  };
}

/** Returns a select for several languages; the offered codes of `chosen` are preselected. */
export function languagesSelect({
  actionId,
  languages,
  chosen,
  tongue,
}: Omit<Choice, "chosen"> & { readonly chosen: readonly string[] }): MultiStaticSelect {
  const options = languageOptions(languages, tongue);
  const initial = chosen.flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return {
    type: "multi_static_select",
    action_id: actionId,
    placeholder: plainText(tongue.t`Choose languages`, limits.optionText),
    ...(initial.length > 0 && { initial_options: initial }),
    ...optionsOf(options, groupLabel(tongue)),
  };
}

function languageOptions(languages: readonly Language[], tongue: Tongue): PlainTextOption[] {
  return languages.slice(0, limits.options * limits.options).map(({ code }) => ({
    text: plainText(languageLabel(code, languages, tongue), limits.optionText),
    value: whole(code, limits.optionValue),
  }));
}

function groupLabel({ t }: Tongue) {
  return (first: PlainTextOption, last: PlainTextOption) =>
    t`${first.text.text} to ${last.text.text}`;
}
