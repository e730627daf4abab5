import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Retry } from "#components/kit/buttons.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { RefreshButton } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useCodeWords } from "#components/kit/words.tsx";
import { shownPeople, verificationPeopleOptions, type WholePerson } from "#lib/core/browser/people.ts";
import { shareholderOf } from "#lib/core/contract/people/origin.ts";
import type { Person, VerificationPeople } from "#lib/core/contract/people/person.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";

/**
 * The people of a file that the user opens, at most one of them in full. Until the answer arrives, cached data from
 * another page of the file is shown. Showing people is an opening: the service is read then, and on demand. Live
 * updates query the read model only.
 */
export function usePeople(verificationId: string, whole: WholePerson = "none") {
  const client = useQueryClient();
  const options = verificationPeopleOptions(verificationId, whole);
  const query = useQuery({ ...options, placeholderData: () => shownPeople(client, verificationId) });
  const again = useMutation({
    // The server reads the service before it answers.
    mutationFn: () =>
      api("GET /api/verifications/{verification_id}/people", {
        params: { verification_id: verificationId },
        query: { whole: String(whole) },
      }),
    onSuccess: (people) => client.setQueryData(options.queryKey, people),
  });
  return {
    query,
    failure: again.error ?? query.error,
    reading: again.isPending,
    read: () => again.isPending || again.mutate(),
  };
}

type FreshnessProps = { people: VerificationPeople; reading: boolean; onRead: () => void };

export function PeopleFreshness({ people, reading, onRead }: FreshnessProps) {
  const t = useTranslations("people");
  const at = people.freshness.read_at;
  return (
    <span className="inline-flex items-center gap-1">
      {at !== null && <span>{t.rich("asOf", { at: () => <ExactInstant at={at} /> })}</span>}
      <RefreshButton label={t("again")} reading={reading} said={t("reading")} onRead={onRead} className="-my-1" />
    </span>
  );
}

/** The cause and age of possibly outdated data; empty while reads succeed. */
export function PeopleStaleness({ people, failure }: { people: VerificationPeople; failure: Error | null }) {
  const t = useTranslations("people");
  const { read_at, stale, unknown_to_service } = people.freshness;
  const code = stale?.code ?? (failure && codeOf(failure));
  if (!code) return null;
  return (
    <Remark mark="warning" className="mb-4 text-xs">
      <span>{unknown_to_service ? t("staleUnknown") : t("stale", { code })}</span>
      {read_at !== null && <span> {t.rich("shownAsOf", { at: () => <ExactInstant at={read_at} seconds /> })}</span>}
    </Remark>
  );
}

type FailedProps = { query: { error: Error | null; refetch: () => unknown } };

export function PeopleFailed({ query: { error, refetch } }: FailedProps) {
  const t = useTranslations("people");
  const code = codeOf(error);
  if (code === "ERASED" || code === "BLOCKED") {
    return (
      <p role="alert" className="text-sm">
        {t(code === "ERASED" ? "erased" : "blocked")}
      </p>
    );
  }
  return (
    <div role="alert" className="space-y-2 text-sm">
      <p className="font-medium">{t("failed")}</p>
      <p className="wrap-anywhere text-muted-foreground">
        {code === "NOT_FOUND" ? t("failedUnknown") : t("failedBody", { code })}
      </p>
      <Retry query={{ refetch }}>{t("retry")}</Retry>
    </div>
  );
}

const codeOf = (error: Error | null): string => (error instanceof ApiError ? error.code : "INTERNAL_SERVER_ERROR");

type RelationProps = { person: Pick<Person, "role" | "shareholder_id" | "lookups"> };

/** The role as the service names it, and whether the person is linked to a shareholder; the lookups name the shareholder. */
export function Relation({ person }: RelationProps) {
  const t = useTranslations("people");
  const roleName = useCodeWords("people.role");
  const words = person.role === null ? null : roleName(person.role);
  const shareholder = shareholderOf(person) === null ? null : t("shareholder");
  const relations = new Set([words, shareholder].filter((relation) => relation !== null));
  if (relations.size === 0) return null;
  return <span className="wrap-anywhere text-muted-foreground text-xs">{[...relations].join(" · ")}</span>;
}
