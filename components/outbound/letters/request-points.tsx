import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { peopleOutcome, personName } from "#lib/core/contract/people/person.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { isForCustomer, lineOf, pointKey, requestPoints } from "#lib/desk/contract/review/request.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { letterWords, letterWordsOptions } from "./letter-words.ts";

export function useRequest(verificationId: string, { findings, items, verification }: VerificationDetail) {
  const { data: listed, isError } = useQuery(verificationPeopleOptions(verificationId));
  // Points that the user turned off or on. Points that appear later have their default.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const people = listed?.full_list ?? [];
  const points = requestPoints({
    findings: findings?.items ?? [],
    items,
    people: people.map((person) => ({
      people_id: person.people_id,
      outcome: peopleOutcome(person),
      people_error: person.lookup_error?.people_error ?? null,
    })),
    documents_status: verification.documents_status,
  });
  const isChosen = (point: (typeof points)[number]) => isForCustomer(point) !== turned.has(pointKey(point));
  return {
    points,
    chosen: points.filter(isChosen),
    isChosen,
    turn: (point: (typeof points)[number]) => setTurned((all) => withTurned(all, pointKey(point))),
    nameOf: (id: number) => {
      const person = people.find(({ people_id }) => people_id === id);
      return person ? personName(person) : null;
    },
    people: listed ? ("known" as const) : isError ? ("failed" as const) : ("loading" as const),
  };
}

function withTurned(all: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...all].filter((one) => one !== key);
  return new Set(all.has(key) ? others : [...others, key]);
}

export type Request = ReturnType<typeof useRequest>;

/** The points in the reader's language; the letter has the same points. */
export function Points({ points, isChosen, turn, nameOf, people }: Request) {
  const t = useTranslations("request");
  const words = useLetterWords(useLocale() as Locale);
  return (
    <FieldSet className="gap-0">
      <FieldLegend className="mb-1.5">{t("points")}</FieldLegend>
      <div className="space-y-0.5 sm:max-h-52 sm:overflow-y-auto lg:max-h-96">
        {words &&
          points.map((point) => (
            <FieldLabel
              key={pointKey(point)}
              className="w-full items-start gap-2.5 rounded-md px-2 py-1 font-normal hover:bg-muted"
            >
              <Checkbox
                checked={isChosen(point)}
                onCheckedChange={() => turn(point)}
                // Enter in a checkbox does not submit the form.
                onKeyDown={(event) =>
                  event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.preventDefault()
                }
                className="mt-0.5"
              />
              <span className="wrap-anywhere min-w-0">
                {lineOf(point, nameOf, words)}
                {/* Two documents may have the same words, so the number is shown here; the letter has no numbers. */}
                {point.about === "item" && <span className="text-muted-foreground text-xs"> #{point.item_id}</span>}
              </span>
            </FieldLabel>
          ))}
      </div>
      {points.length === 0 && people === "known" && <p className="text-muted-foreground text-sm">{t("noPoints")}</p>}
      <p role="status" className="px-2 text-muted-foreground text-xs empty:hidden">
        {people === "failed" ? t("peopleFailed") : people === "loading" ? t("peopleLoading") : null}
      </p>
    </FieldSet>
  );
}

export function useLetterWords(locale: Locale) {
  const { data } = useQuery(letterWordsOptions(locale));
  return data && letterWords(locale, data);
}
