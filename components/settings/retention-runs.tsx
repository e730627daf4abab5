import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/page/time.tsx";
import type { Deleted, RetentionRun } from "#lib/contract/custody/custody.ts";

/** The last runs of the retention: the kinds and numbers of deleted rows, and the rule of each. */
export function RetentionRuns({ runs }: { runs: readonly RetentionRun[] }) {
  const t = useTranslations("custody-settings.runs");
  return (
    <section aria-labelledby="retention-runs" className="space-y-2">
      <h2 id="retention-runs" className="font-medium">
        {t("title")}
      </h2>
      {runs.length === 0 ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        <ul aria-labelledby="retention-runs" className="divide-y divide-border">
          {runs.map(({ run_id, ended_at, deleted }) => (
            <li key={run_id} className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <ExactInstant at={ended_at} className="text-muted-foreground text-xs tabular-nums" />
              <ul>
                {deleted.map((of) => (
                  <li key={of.kind}>
                    <DeletedWords deleted={of} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DeletedWords({ deleted: { kind, rows, older_than, by } }: { deleted: Deleted }) {
  const t = useTranslations("custody-settings.runs");
  return (
    <>
      {t(`kind.${kind}`, { rows })}{" "}
      <span className="text-muted-foreground text-xs">
        {older_than === null ? t("ended") : t(older_than.unit, { count: older_than.count })}
        {by.startsWith("RETENTION_") && (
          <>
            {" · "}
            <code className="font-mono">{by}</code>
          </>
        )}
      </span>
    </>
  );
}
