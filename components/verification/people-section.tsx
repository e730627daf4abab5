"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { peopleKeys, readPeopleAgain, verificationPeopleOptions } from "#lib/browser/people.ts";
import type { VerificationPeople } from "#lib/contract/person.ts";
import { PersonEntry } from "./people-section-person.tsx";
import { EmptySection, Section } from "./section.tsx";
import { keyed } from "./view/keyed.ts";

/**
 * The people of a file in short. Showing them is opening them: the service is read at that moment, and again on demand;
 * live news ask the read model only.
 */
export function PeopleSection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("people");
  const client = useQueryClient();
  const query = useQuery(verificationPeopleOptions(verificationId));
  const again = useMutation({
    mutationFn: () => readPeopleAgain(verificationId),
    onSuccess: (people) => client.setQueryData(peopleKeys.ofVerification(verificationId), people),
  });
  const read = () => again.isPending || again.mutate();
  const people = query.data;
  const count = people?.full_list.length ?? 0;
  const failure = again.error ?? query.error;
  return (
    <Section
      id="people"
      title={t("title")}
      {...(count > 0 ? { count } : {})}
      aside={people && <Freshness people={people} reading={again.isPending} onRead={read} />}
    >
      {people ? (
        <>
          <div role="status" className="contents">
            <Staleness people={people} failure={failure} />
          </div>
          {count === 0 && <EmptySection>{t("empty")}</EmptySection>}
          {count > 0 && (
            <ul className="-my-2.5 divide-y divide-border">
              {/* Nothing says that the service numbers people once only. */}
              {keyed(people.full_list, ({ people_id }) => [String(people_id)]).map(({ key, item }) => (
                <PersonEntry key={key} person={item} />
              ))}
            </ul>
          )}
        </>
      ) : query.isError ? (
        <Failed error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Waiting />
      )}
    </Section>
  );
}

type FreshnessProps = { people: VerificationPeople; reading: boolean; onRead: () => void };

function Freshness({ people, reading, onRead }: FreshnessProps) {
  const t = useTranslations("people");
  const at = people.freshness.read_at;
  return (
    <span className="inline-flex items-center gap-1">
      {at !== null && <span>{t.rich("asOf", { at: () => <ExactInstant at={at} /> })}</span>}
      <span role="status" className="sr-only">
        {reading ? t("reading") : ""}
      </span>
      <Button
        variant="ghost"
        size="icon"
        // Not `disabled`: that would take the focus away from who pressed it.
        aria-disabled={reading}
        onClick={onRead}
        aria-label={t("again")}
        title={t("again")}
        className="-my-1"
      >
        <RefreshCw aria-hidden className={`size-3.5 ${reading ? "motion-safe:animate-spin" : ""}`} />
      </Button>
    </span>
  );
}

/** Why what is shown may be old, and as of when it is; nothing while reading works. */
function Staleness({ people, failure }: { people: VerificationPeople; failure: Error | null }) {
  const t = useTranslations("people");
  const { read_at, stale, unknown_to_service } = people.freshness;
  const code = stale?.code ?? (failure && codeOf(failure));
  if (!code) return null;
  return (
    <p className="mb-4 flex gap-2 text-xs">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-medium" />
      <span className="wrap-anywhere">
        {unknown_to_service ? t("staleUnknown") : t("stale", { code })}{" "}
        {read_at !== null && t.rich("shownAsOf", { at: () => <ExactInstant at={read_at} seconds /> })}
      </span>
    </p>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("people");
  const code = codeOf(error);
  return (
    <div role="alert" className="space-y-2 text-sm">
      <p className="font-medium">{t("failed")}</p>
      <p className="wrap-anywhere text-muted-foreground">
        {code === "NOT_FOUND" ? t("failedUnknown") : t("failedBody", { code })}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

const codeOf = (error: Error): string => (error instanceof ApiError ? error.code : "INTERNAL_SERVER_ERROR");

const ROWS = ["w-40", "w-48", "w-36"];

function Waiting() {
  const t = useTranslations("people");
  return (
    <div role="status">
      <span className="sr-only">{t("loading")}</span>
      <div className="-my-2.5 divide-y divide-border">
        {ROWS.map((width) => (
          <div key={width} className="space-y-1 py-2.5">
            <Skeleton className={`h-5 max-w-full ${width}`} />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
