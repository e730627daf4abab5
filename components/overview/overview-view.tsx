"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { overviewOptions } from "#lib/browser/status.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verifications/verification.ts";
import { CountCard } from "./count-card.tsx";
import { Distribution } from "./distribution.tsx";
import { RecentActivity } from "./recent-activity.tsx";

/** Where the account stands at this moment, each number leading to what it counts. */
export function OverviewView() {
  const t = useTranslations("overview");
  const statusWord = useTranslations("verification.status");
  const documentsWord = useTranslations("verification.documentsStatus");
  const { data, isError, refetch } = useQuery(overviewOptions());
  if (!data) {
    return (
      <div className="space-y-3 py-16 text-center">
        <p>{isError ? t("failed") : t("loading")}</p>
        {isError && (
          <Button variant="outline" onClick={() => refetch()}>
            {t("retry")}
          </Button>
        )}
      </div>
    );
  }
  if (data.total === 0) return <Empty />;
  return (
    <div className="space-y-4">
      <dl className="grid gap-3 sm:grid-cols-3">
        <CountCard label={t("total")} count={data.total} href="/verifications" />
        <CountCard
          label={t("highFindings")}
          count={data.with_high_findings}
          href="/verifications?severity=high"
          tone="high"
        />
        <CountCard
          label={t("itemErrors")}
          count={data.with_item_errors}
          href="/verifications?has_item_error=true"
          tone="failed"
        />
      </dl>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Distribution
          id="by-status"
          title={t("byStatus")}
          counts={data.by_status}
          order={VERIFICATION_STATUSES}
          parameter="status"
          nameOf={(value) =>
            isOneOf(VERIFICATION_STATUSES, value) ? statusWord(value) : unknownName(value, statusWord)
          }
        />
        <Distribution
          id="by-documents-status"
          title={t("byDocumentsStatus")}
          counts={data.by_documents_status}
          order={DOCUMENTS_STATUSES}
          parameter="documents_status"
          nameOf={(value) =>
            isOneOf(DOCUMENTS_STATUSES, value) ? documentsWord(value) : unknownName(value, statusWord)
          }
        />
      </div>
      <RecentActivity />
    </div>
  );
}

const isOneOf = <T extends string>(known: readonly T[], value: string): value is T =>
  known.some((entry) => entry === value);

/** A value that the interface does not name is shown as it came. */
const unknownName = (value: string, statusWord: (key: "unknown") => string): string =>
  value === "unknown" ? statusWord("unknown") : value;

function Empty() {
  const t = useTranslations("overview.empty");
  return (
    <Message icon={<Inbox aria-hidden />} title={t("title")} level="h2">
      <p className="text-muted-foreground">{t("body")}</p>
    </Message>
  );
}
