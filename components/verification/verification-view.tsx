"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { readVerification, verificationOptions } from "#lib/browser/verification.ts";
import { ActivitySection } from "./activity-section.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { StaleNotice } from "./freshness.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";
import { OtherFieldsSection } from "./other-fields-section.tsx";
import { VerificationHeader } from "./verification-header.tsx";

/**
 * One file, in the order of a reviewer's questions. The read model is shown at once; opening the page reads the service
 * beside it (design §5), and what that finds comes back as a fact.
 */
export function VerificationView({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification");
  const query = useQuery(verificationOptions(verificationId));
  const read = useMutation({
    mutationFn: () => readVerification(verificationId),
    // A failure is recorded as staleness, a success as a read time: both stand in the read model.
    onSettled: () => query.refetch(),
  });
  const { mutate } = read;
  useEffect(() => mutate(), [mutate]);
  if (!query.data) {
    return (
      <div className="space-y-3 py-12 text-center text-sm">
        <p>{query.isError ? t("failed") : t("loading")}</p>
        {query.isError && (
          <Button variant="outline" onClick={() => query.refetch()}>
            {t("retry")}
          </Button>
        )}
      </div>
    );
  }
  const detail = query.data;
  const { verification } = detail;
  return (
    <article className="space-y-4">
      <VerificationHeader detail={detail} reading={read.isPending} onRead={() => mutate()} />
      <StaleNotice freshness={detail.freshness} />
      <DocumentsTimeline
        entries={detail.documents_status_timeline}
        firstCompletedAt={verification.first_completed_at}
        createdAt={verification.created_at}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <FindingsSection current={detail.findings} runs={detail.findings_runs} />
          <LabelsSection labels={detail.labels} />
        </div>
        <ItemsSection items={detail.items} />
      </div>
      <ActivitySection verificationId={verificationId} />
      <OtherFieldsSection fields={detail.other_fields} />
    </article>
  );
}
