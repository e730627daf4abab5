import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Announced } from "#components/kit/announced.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useProblemWords } from "#components/kit/words.tsx";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";

type Props = { problem: StaleProblem | null; onRetry: () => void };

/** Why the page may be outdated, since when, and what to do. The read model is still shown. */
export function StaleNotice({ problem, onRetry }: Props) {
  const t = useTranslations("service-problems");
  const words = useProblemWords();
  const asOf = problem?.asOf ?? null;
  return (
    <Announced className="contents">
      {problem && (
        <Alert variant="warning" className="flex-wrap gap-x-4 gap-y-2 bg-medium/5 px-4 py-3">
          <TriangleAlert aria-hidden />
          <div className="min-w-0 flex-1 basis-60">
            <AlertTitle>{words(problem).title}</AlertTitle>
            <AlertDescription className="wrap-anywhere mt-0.5 text-muted-foreground">
              {/* The instant instead of '5 min ago': screen readers would announce each change of a relative time. */}
              {words(problem).body}{" "}
              <span>
                {asOf === null ? (
                  t("neverRead")
                ) : (
                  <span key={problem.of}>
                    {t.rich(problem.of === "page" ? "shownAsOf" : "readAsOf", {
                      at: () => <ExactInstant at={asOf} seconds />,
                    })}
                  </span>
                )}
              </span>
            </AlertDescription>
          </div>
          <Retry query={{ refetch: onRetry }} />
        </Alert>
      )}
    </Announced>
  );
}

/** Why a page may be outdated: the code of the cause, and its known start. */
type StaleProblem = {
  code: string;
  status: number | null;
  /** Whether the page could not refetch the read model, or the server could not read the service. */
  of: "page" | "service";
  /** The time at which the shown data was certainly current; null if the service was never read. */
  asOf: string | null;
};

/** A failed request of this page to the dashboard. */
export type Failure = { code: string; status: number };

/**
 * The reason why the page may be outdated (design §5), the nearest cause first: the page cannot reach the dashboard;
 * the dashboard's last reading of the service failed; the reading could not be requested.
 */
export function staleProblem(
  freshness: Freshness,
  refresh: (Failure & { at: string }) | null,
  read: Failure | null,
): StaleProblem | null {
  if (refresh) return { code: refresh.code, status: refresh.status || null, of: "page", asOf: refresh.at };
  const asOf = freshness.read_at;
  if (freshness.unknown_to_service) return { code: "NOT_FOUND", status: 404, of: "service", asOf };
  const { stale } = freshness;
  if (stale) return { code: stale.code, status: stale.status, of: "service", asOf };
  return read && { code: read.code, status: read.status || null, of: "service", asOf };
}
