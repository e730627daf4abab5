"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Waiting } from "#components/page/waiting.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { reviewChoicesOptions } from "#lib/browser/reviews.ts";
import type { BulkChange, ReviewChoices } from "#lib/contract/verifications/review.ts";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Failure } from "@/components/ui/message";
import { Skeleton } from "@/components/ui/skeleton";
import { todayIn } from "./follow-up.ts";
import { Words } from "./step-dialog.tsx";

/** What can be done with many reviews at once. */
export type BulkKind = "assign" | "wait" | "close";

type Props = { kind: BulkKind; count: number; onStart: (change: BulkChange) => void; onCancel: () => void };

/** Who, until when or why. */
export function BulkForm({ kind, count, onStart, onCancel }: Props) {
  const t = useTranslations("review-bulk");
  const why = useErrorWords("review-bulk.why");
  const { data, error, refetch } = useQuery(reviewChoicesOptions());
  const [chosen, setChosen] = useState<BulkChange | null>();
  // The day that the policy proposes stands until one chooses another.
  const proposed = kind === "wait" && data ? untilDay(data.follow_up_on) : null;
  const change = chosen === undefined ? proposed : chosen;
  const [refused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change === null) setRefused(true);
    else onStart(change);
  };
  const choose = (next: BulkChange | null) => {
    setChosen(next);
    setRefused(false);
  };
  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      {!data && !error && (
        <Waiting label={t("loading")}>
          <Skeleton className="h-15 w-full" />
        </Waiting>
      )}
      <Failure says={!data && error ? why(error) : null}>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          {t("retry")}
        </Button>
      </Failure>
      {data && kind === "assign" && <AssigneeField choices={data} onChange={choose} />}
      {data && kind === "wait" && <FollowUpField choices={data} onChange={choose} />}
      {data && kind === "close" && <ReasonFields choices={data} onChange={choose} />}
      <p role="alert" className="text-failed text-sm empty:hidden">
        {refused && t(`missing.${kind}`)}
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button type="submit" aria-disabled={!data}>
          {t(`start.${kind}`, { count })}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = { choices: ReviewChoices; onChange: (change: BulkChange | null) => void };

function AssigneeField({ choices: { assignees }, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const none = useTranslations("review.assignee");
  return (
    <Choice
      label={t("assignee")}
      onChoose={(value) => onChange(value === "" ? null : { assignee: value === NOBODY ? null : value })}
    >
      <option value={NOBODY}>{none("none")}</option>
      {assignees.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

/** Of no account. */
const NOBODY = "none";

const untilDay = (follow_up_on: string): BulkChange => ({ state: "waiting", follow_up_on });

function FollowUpField({ choices: { time_zone, follow_up_on }, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const id = useId();
  const today = todayIn(time_zone);
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium text-sm">
        {t("day")}
      </label>
      <Input
        id={id}
        type="date"
        min={today}
        defaultValue={follow_up_on}
        onChange={({ target: { value } }) => onChange(value === "" || value < today ? null : untilDay(value))}
        className="max-w-48"
      />
    </div>
  );
}

function ReasonFields({ choices: { catalogue }, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const language = useLocale() === "en" ? "en" : "es";
  const [given, setGiven] = useState({ code: "", words: "" });
  const change = (part: Partial<typeof given>) => {
    const next = { ...given, ...part };
    setGiven(next);
    const reason = next.words.trim();
    onChange(
      next.code === ""
        ? null
        : { state: "resolved", resolution: "closed", reason_code: next.code, ...(reason !== "" && { reason }) },
    );
  };
  return (
    <>
      <Choice label={t("reason")} onChoose={(code) => change({ code })}>
        {catalogue
          .filter((entry) => entry.for.includes("closed"))
          .map((entry) => (
            <option key={entry.code} value={entry.code}>
              {entry[language]}
            </option>
          ))}
      </Choice>
      <Words label={t("words")} value={given.words} onChange={(words) => change({ words })} />
    </>
  );
}

type ChoiceProps = { label: string; onChoose: (value: string) => void; children: ReactNode };

/** One of several by the platform's own list; none is chosen for whoever has not looked. */
function Choice({ label, onChoose, children }: ChoiceProps) {
  const t = useTranslations("review-bulk");
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      <select
        id={id}
        defaultValue=""
        onChange={({ target }) => onChoose(target.value)}
        className="h-9 w-full min-w-0 rounded-md border border-input bg-card px-2 text-sm"
      >
        <option value="">{t("choose")}</option>
        {children}
      </select>
    </div>
  );
}
