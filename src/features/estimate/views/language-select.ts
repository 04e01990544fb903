import type { MultiStaticSelect, PlainTextOption, StaticSelect } from "@slack/types";

import type { Language } from "../../../core/languages.ts";
import { limits, optionsOf, plainText, whole } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { capital, languageLabel } from "../../../slack/words.ts";

type Choice = {
  readonly actionId: string;
  readonly languages: readonly Language[];
  /** A code; shown as chosen when it is among the languages. */
  readonly chosen: string | undefined;
  /** The language of the person who chooses. */
  readonly locale: Locale;
};

export function languageSelect({ actionId, languages, chosen, locale }: Choice): StaticSelect {
  const options = languageOptions(languages, locale);
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionId,
    placeholder: plainText(locale.t`Choose a language`, limits.optionText),
    ...(initial !== undefined && { initial_option: initial }),
    ...optionsOf(options, groupLabel(locale)),
  };
}

/** Returns a select for several languages; the offered codes of `chosen` are preselected. */
export function languagesSelect({
  actionId,
  languages,
  chosen,
  locale,
}: Omit<Choice, "chosen"> & { readonly chosen: readonly string[] }): MultiStaticSelect {
  const options = languageOptions(languages, locale);
  const initial = chosen.flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return {
    type: "multi_static_select",
    action_id: actionId,
    ...(initial.length > 0 && { initial_options: initial }),
    ...optionsOf(options, groupLabel(locale)),
  };
}

function languageOptions(languages: readonly Language[], locale: Locale): PlainTextOption[] {
  return languages.slice(0, limits.options * limits.options).map(({ code }) => ({
    text: plainText(capital(languageLabel(code, languages, locale)), limits.optionText),
    value: whole(code, limits.optionValue),
  }));
}

function groupLabel({ t }: Locale) {
  return (first: PlainTextOption, last: PlainTextOption) =>
    t`${first.text.text} to ${last.text.text}`;
}
