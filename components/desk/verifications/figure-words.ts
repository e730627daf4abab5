import { useLocale, useTranslations } from "next-intl";
import { formatDuration, useDayRange } from "#components/kit/time.tsx";
import { useCodeWords, useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { COMPLETION_BUCKETS, type Figure, readFigure, WAITING_DAYS } from "#lib/platform/contract/figure.ts";

/** Words for a class of a distribution. `ends`: the upper ends of all classes but the last. */
export function useBucketWords() {
  const t = useTranslations("insights.bucket");
  return (place: number, ends: readonly number[], words: (end: number) => string): string => {
    const [from, to] = [ends[place - 1], ends[place]];
    if (from === undefined) return t("upTo", { to: words(to ?? 0) });
    return to === undefined ? t("over", { from: words(from) }) : t("between", { from: words(from), to: words(to) });
  };
}

type Names = {
  /** The name of an account, a label or a user; null while it is not loaded. */
  nameOf: (kind: "account" | "label", value: string) => string | null;
  assignee: (user: string) => string | null;
};

/** A figure of the insights in words: 'Completed, Nov 1 – Nov 30, 2026, account X'. Null for an invalid text. */
export function useFigureWords(): (written: string, names: Names) => string | null {
  const t = useTranslations("insights.figure");
  const range = useDayRange();
  const valueWords = useFigureValue();
  return (written, { nameOf, assignee }) => {
    const figure = readFigure(written);
    if (figure === null) return null;
    const value = figure.name === "decided_by" ? assignee(figure.value ?? "") : valueWords(figure);
    const { account, label, tag_prefix, policy_version } = figure;
    const narrowing = [
      account !== null && t("narrowed.account", { value: nameOf("account", account) ?? account }),
      label !== null && t("narrowed.label", { value: nameOf("label", label) ?? label }),
      tag_prefix !== null && t("narrowed.tag_prefix", { value: tag_prefix }),
      policy_version !== null && t("narrowed.policy_version", { value: policy_version }),
    ].filter((part) => part !== false);
    const name = t(`name.${figure.name}`);
    // Waiting files are counted at the current time, whatever the period.
    const days = figure.name === "waiting" ? [] : [range(figure.from, figure.to)];
    return [value === null ? name : t("of", { name, value }), ...days, ...narrowing].join(", ");
  };
}

/** Words for the value of a figure: a status, a severity, a class. Null without a value, and for the id of a message. */
function useFigureValue(): (figure: Pick<Figure, "name" | "value">) => string | null {
  const t = useTranslations("insights");
  const locale = useLocale();
  const bucket = useBucketWords();
  const documents = useWords("documentsStatus");
  const severity = useWords("severity");
  const typeOf = useWords("itemType");
  const causeOf = useItemErrorCause();
  const outcome = useTranslations("people.outcomes");
  const resolution = useCodeWords("review.resolution");
  const change = useCodeWords("insights-export.change");
  const exception = useCodeWords("insights.exception");
  const status = (value: string) => documents(value) ?? value;
  return ({ name, value }) => {
    if (value === null) return null;
    switch (name) {
      case "completed_within":
        return bucket(Number(value), COMPLETION_BUCKETS, (seconds) => formatDuration(seconds * 1000, locale));
      case "entered":
      case "stayed":
      case "moved_back":
        return status(value);
      case "waiting": {
        const [, state = value, place = "0"] = /^(.*):(\d)$/.exec(value) ?? [];
        return `${status(state)}, ${bucket(Number(place), WAITING_DAYS, (count) => t("days", { count }))}`;
      }
      case "severity":
        return severity(value) ?? value;
      case "item": {
        const [type, error] = itemOf(value);
        const cause = error === null ? [] : [causeOf(error) ?? error];
        return [type === null ? t("noType") : (typeOf(type) ?? type), ...cause].join(": ");
      }
      case "lookup_error": {
        const known = PEOPLE_OUTCOMES.find((each) => each === value);
        return known ? outcome(known) : value;
      }
      case "resolution":
        return resolution(value);
      case "exception":
        return exception(value);
      case "reopened_by":
        return change(value);
      case "missing_field":
        return value;
      default:
        return null;
    }
  };
}

function itemOf(value: string): [type: string | null, error: string | null] {
  try {
    const [type, error] = JSON.parse(value) as unknown[];
    return [typeof type === "string" ? type : null, typeof error === "string" ? error : null];
  } catch {
    return [null, null];
  }
}
