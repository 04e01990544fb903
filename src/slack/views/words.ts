import { shownMinutesLeft, shownProgress } from "../../domain/card-face.ts";
import { type Language, languageName } from "../../domain/languages.ts";
import type { Quote } from "../../domain/quote.ts";
import { escapeMrkdwn, outside, plain } from "../mrkdwn.ts";
import { limits } from "./blocks.ts";

export function credits(count: number): string {
  return counted(count, "credit");
}

export function characters(count: number): string {
  return counted(count, "character");
}

export function counted(count: number, unit: string, units = `${unit}s`): string {
  return `${number.format(count)} ${count === 1 ? unit : units}`;
}

export function amount(count: number): string {
  return number.format(count);
}

/** As it begins a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `fraction` from 0 to 1. */
export function percentOf(fraction: number): string {
  return percent.format(fraction);
}

/** One cell for every step of 5 % that progress is shown in. */
export function bar(fraction: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barCells);
  return "▓".repeat(filled) + "░".repeat(barCells - filled);
}

/** `▓▓▓░ 45% · about 12 minutes left`, as much of it as the partner lets us know. */
export function progressLine(progress: number, msLeft: number | undefined): string {
  const shown = shownProgress(progress);
  const left = msLeft === undefined ? "" : ` · about ${duration(shownMinutesLeft(msLeft))} left`;
  return `${bar(shown)} ${percentOf(shown)}${left}`;
}

/** The manuscript's name for mrkdwn, in quotation marks. */
export function named(quote: Pick<Quote, "file">): string {
  return `“${escapeMrkdwn(plainName(quote, limits.nameShown))}”`;
}

export function plainName(quote: Pick<Quote, "file">, limit: number): string {
  return plain(quote.file.name, limit) || "file without a name";
}

/** What the desk calls a language: the label from the settings, else its English name. */
export function languageLabel(code: string, languages: readonly Language[]): string {
  const label = languages.find((language) => language.code === code)?.name ?? languageName(code);
  return plain(label, limits.languageShown) || "an unnamed language";
}

export function languageShown(code: string, languages: readonly Language[]): string {
  return escapeMrkdwn(languageLabel(code, languages));
}

/** The partner's own word for something. */
export function partnersWord(word: string): string {
  return `“${outside(word, limits.wordShown)}”`;
}

const barCells = 20;
const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent" });

function duration(minutes: number): string {
  if (minutes < 60) return counted(minutes, "minute");
  const rest = minutes % 60;
  const hours = counted(Math.floor(minutes / 60), "hour");
  return rest === 0 ? hours : `${hours} ${counted(rest, "minute")}`;
}
