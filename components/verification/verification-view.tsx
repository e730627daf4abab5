"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useEffect, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { readVerification, verificationOptions } from "#lib/browser/verifications.ts";
import { ChangesAnnouncer } from "./changes-announcer.tsx";
import { DocumentsTimeline } from "./documents/documents-timeline.tsx";
import { ErasedView } from "./erase/erased-view.tsx";
import { FileWalk } from "./file-walk.tsx";
import { FindingsSection } from "./findings/findings-section.tsx";
import { ItemsSection } from "./items/items-section.tsx";
import { LabelsSection } from "./labels/labels-section.tsx";
import { ActivityLater, PeopleLater } from "./later.tsx";
import { OtherFieldsSection } from "./other-fields-section.tsx";
import { PrintAction, PrintedHead } from "./print-action.tsx";
import { PrintProvider } from "./printing.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import { VerificationHeader } from "./verification-header.tsx";
import { VerificationSkeleton } from "./verification-skeleton.tsx";
import { type Failure, staleTrouble } from "./view/trouble.ts";

/*
 * A reading begins and ends, and is answered with what is mostly known already: only a section whose facts are others is
 * drawn again. Answers share what is equal with those before them.
 */
const Timeline = memo(DocumentsTimeline);
const Findings = memo(FindingsSection);
const Labels = memo(LabelsSection);
const Items = memo(ItemsSection);
const People = memo(PeopleLater);
const Activity = memo(ActivityLater);
const OtherFields = memo(OtherFieldsSection);

/**
 * One file, in the order of a reviewer's questions; `menu` is what else some may do with it. The read model is shown at once; opening the page reads the service
 * beside it (design §5), and what that finds comes back as a fact.
 */
export function VerificationView({ verificationId, menu }: { verificationId: string; menu?: ReactNode }) {
  const titleId = useId();
  const query = useQuery(verificationOptions(verificationId));
  const read = useMutation({
    mutationFn: (byHand: boolean) => readVerification(verificationId, byHand),
    // A failure is recorded as staleness, a success as a read time: both stand in the read model.
    onSettled: () => query.refetch(),
  });
  const { mutate } = read;
  useEffect(() => {
    // Not among the effects of the page's beginning: the page can be used first.
    const soon = setTimeout(() => mutate(false));
    return () => clearTimeout(soon);
  }, [mutate]);
  if (query.error instanceof ApiError && query.error.code === "ERASED") {
    return <ErasedView verificationId={verificationId} />;
  }
  if (!query.data) {
    return query.isError ? <Failed onRetry={() => query.refetch()} /> : <VerificationSkeleton />;
  }
  const detail = query.data;
  const { verification, freshness } = detail;
  const refresh = query.error && { ...failure(query.error), at: new Date(query.dataUpdatedAt).toISOString() };
  return (
    <PrintProvider>
      <article aria-labelledby={titleId} className="flex min-w-0 flex-col gap-4">
        <ChangesAnnouncer detail={detail} />
        <PrintedHead verificationId={verificationId} freshness={freshness} />
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <VerificationHeader titleId={titleId} detail={detail} reading={read.isPending} onRead={() => mutate(true)} />
          <div className="flex items-center gap-3">
            <FileWalk verificationId={verificationId} />
            <PrintAction />
            {menu}
          </div>
        </div>
        <StaleNotice
          trouble={staleTrouble(freshness, refresh, read.error && failure(read.error))}
          onRetry={() => mutate(true)}
        />
        <Timeline
          entries={detail.documents_status_timeline}
          current={verification.documents_status}
          firstCompletedAt={verification.first_completed_at}
          createdAt={verification.created_at}
          status={verification.status}
        />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 space-y-4">
            <Findings current={detail.findings} runs={detail.findings_runs} items={detail.items} file={verification} />
            <Labels labels={detail.labels} />
          </div>
          <div className="min-w-0 space-y-4">
            <Items items={detail.items} />
            <People verificationId={verificationId} />
          </div>
        </div>
        <Activity verificationId={verificationId} />
        <OtherFields fields={detail.other_fields} wasRead={freshness.read_at !== null} kept={detail.last_answer_kept} />
      </article>
    </PrintProvider>
  );
}

const failure = (error: Error): Failure =>
  error instanceof ApiError ? { code: error.code, status: error.status } : { code: "", status: 0 };

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("verification");
  return (
    <Message role="alert" icon={<CloudOff aria-hidden />} title={t("failed")}>
      <Button variant="outline" onClick={onRetry}>
        {t("retry")}
      </Button>
    </Message>
  );
}
