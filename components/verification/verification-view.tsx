"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo } from "react";
import { NoteKey } from "#components/notes/note-key.tsx";
import { showEntry } from "#components/page/entry-link.tsx";
import { useWaitingKeys } from "#components/page/key-buffer.ts";
import { Message } from "#components/page/message.tsx";
import { OtherFieldsSection } from "#components/page/other-fields-section.tsx";
import { PreviousNext } from "#components/page/previous-next.tsx";
import { SectionNotes, SectionWaiting } from "#components/page/section.tsx";
import { useProblemWords } from "#components/page/words.tsx";
import { adviceOf } from "#components/review/advice.ts";
import { Explanations } from "#components/review/explained.ts";
import { FILE_KEYS } from "#components/review/review-actions.ts";
import { ReviewBar } from "#components/review/review-bar.tsx";
import { NewsLine, SinceLastLook } from "#components/review/since-last-look.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { notesOptions } from "#lib/browser/notes.ts";
import { verificationPeopleOptions } from "#lib/browser/people.ts";
import { readVerification, verificationOptions } from "#lib/browser/verifications.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ChangesAnnouncer } from "./changes-announcer.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { headEntries, IncompleteNote, useIncompleteNotes } from "./incomplete-note.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";
import { PrintedNotes } from "./printed-notes.tsx";
import { PrintAction, PrintedHead, PrintProvider } from "./printing.tsx";
import { type Failure, StaleNotice, staleProblem } from "./stale-notice.tsx";
import { VerificationHeader } from "./verification-header.tsx";

/*
 * Sections that request data of their own, beside what the page begins with: code and data come once the page can be
 * used.
 */

const ActivityLater = dynamic(() => import("./activity-section.tsx").then((module) => module.ActivitySection), {
  ssr: false,
  loading: function Waiting() {
    const t = useTranslations("verification.activity");
    return <SectionWaiting id="activity" title={t("title")} label={t("loading")} />;
  },
});

const PeopleLater = dynamic(
  () => import("#components/people/people-section.tsx").then((module) => module.PeopleSection),
  {
    ssr: false,
    loading: function Waiting() {
      const t = useTranslations("people");
      return <SectionWaiting id="people" title={t("title")} label={t("reading")} />;
    },
  },
);

/* Parts that only some files have. */

const RequestAnswers = dynamic(() =>
  import("#components/request/request-answers.tsx").then((module) => module.RequestAnswers),
);
const loadAbsent = () => import("./absent-verification.tsx");
const ErasedView = dynamic(() => loadAbsent().then((module) => module.ErasedView));
const NotFoundView = dynamic(() => loadAbsent().then((module) => module.NotFoundView));

/*
 * A reading mostly returns what is known already: only a section whose facts changed is rendered again, since answers
 * share equal parts with those before them.
 */
const Timeline = memo(DocumentsTimeline);
const Findings = memo(FindingsSection);
const Labels = memo(LabelsSection);
const Items = memo(ItemsSection);
const People = memo(PeopleLater);
const Activity = memo(ActivityLater);
const OtherFields = memo(OtherFieldsSection);

type Props = {
  verificationId: string;
  /** Further actions for users with the permission. */
  menu?: ReactNode;
  /** Paints the parts for a decision first and the others right after, for readers who go from file to file. */
  inParts?: boolean;
};

/**
 * One file, in the order of a reviewer's questions. The read model is shown at
 * once; opening the page reads the service beside it (design §5), and what that finds comes back as a fact.
 */
export function VerificationView({ verificationId, menu, inParts = false }: Props) {
  const titleId = useId();
  const query = useQuery(verificationOptions(verificationId));
  const read = useMutation({
    mutationFn: (byHand: boolean) => readVerification(verificationId, byHand),
    // A failure is recorded as staleness, a success as a read time: both are in the read model.
    onSettled: () => query.refetch(),
  });
  const { mutate } = read;
  const notes = useIncompleteNotes(query.data?.possibly_incomplete);
  // The section of the people has them requested.
  const { data: listed, isError: unlisted } = useQuery({
    ...verificationPeopleOptions(verificationId),
    enabled: false,
  });
  const { isSuccess: noted, isError: unnoted } = useQuery({ ...notesOptions(verificationId), enabled: false });
  const people = listed?.full_list;
  const explanations = query.data?.review_standing?.explanations;
  const explained = useMemo(
    () => ({ verification_id: verificationId, explanations: explanations ?? [] }),
    [verificationId, explanations],
  );
  const whole = useDeferredValue(true, !inParts);
  const { refetch } = query;
  useEffect(() => {
    if (!whole) return;
    // Not among the effects of the page's beginning, and not before all of it is drawn: each answer would have it begun
    // again.
    const soon = setTimeout(() => {
      // At the desk it may have been requested ahead (`at-hand.ts`).
      if (inParts) void refetch({ cancelRefetch: false });
      mutate(false);
    });
    return () => clearTimeout(soon);
  }, [whole, inParts, refetch, mutate]);
  useEffect(() => {
    // An entry that is drawn on demand can't be drawn from within an effect.
    const soon = setTimeout(() => showEntry(window.location.hash.slice(1)));
    return () => clearTimeout(soon);
  }, []);
  if (query.error instanceof ApiError && query.error.code === "ERASED") {
    return <ErasedView verificationId={verificationId} />;
  }
  if (!query.data) {
    return query.isError ? <Failed onRetry={() => query.refetch()} /> : <VerificationSkeleton />;
  }
  const detail = query.data;
  const { verification, freshness } = detail;
  const advice = detail.review && adviceOf(detail, detail.review);
  const refresh = query.error && { ...failureOf(query.error), at: new Date(query.dataUpdatedAt).toISOString() };
  return (
    <PrintProvider>
      <SectionNotes value={notes}>
        <SinceLastLook detail={detail} people={people}>
          <Explanations value={explained}>
            <article aria-labelledby={titleId} className="@container flex min-w-0 flex-col gap-4">
              <ChangesAnnouncer detail={detail} />
              <NoteKey />
              <PrintedHead file={verification} freshness={freshness} />
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <VerificationHeader
                  titleId={titleId}
                  detail={detail}
                  reading={read.isPending}
                  onRead={() => mutate(true)}
                />
                <div className="flex items-center gap-3">
                  <PreviousNext of="verification" href={`/verifications/${encodeURIComponent(verificationId)}`} />
                  <PrintAction ready={(listed !== undefined || unlisted) && (noted || unnoted)} />
                  {menu}
                </div>
              </div>
              {detail.review && <ReviewBar detail={detail} review={detail.review} advice={advice} />}
              <PrintedNotes verificationId={verificationId} />
              {detail.review_standing?.wait && <RequestAnswers wait={detail.review_standing.wait} people={people} />}
              <NewsLine detail={detail} people={people} />
              <StaleNotice
                problem={staleProblem(freshness, refresh, read.error && failureOf(read.error))}
                onRetry={() => mutate(true)}
              />
              <IncompleteNote named entries={headEntries(detail.possibly_incomplete)} />
              <Timeline
                entries={detail.documents_status_timeline}
                current={verification.documents_status}
                firstCompletedAt={verification.first_completed_at}
                createdAt={verification.created_at}
                status={verification.status}
              />
              {/* Read from the findings down; where there is room, all but findings and activity stands beside these. */}
              <div className="grid grid-cols-1 items-start gap-4 @[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @[46rem]:grid-rows-[auto_1fr] print:block print:space-y-4">
                <Findings
                  current={detail.findings}
                  runs={detail.findings_runs}
                  items={detail.items}
                  file={verification}
                />
                {whole && (
                  <>
                    <div className="min-w-0 space-y-4 @[46rem]:row-span-2">
                      <Items
                        items={detail.items}
                        people={people}
                        verificationId={verificationId}
                        tag={verification.tag}
                        writes={advice === "write"}
                      />
                      <People verificationId={verificationId} tag={verification.tag} />
                      <Labels labels={detail.labels} />
                    </div>
                    <div data-history className="min-w-0">
                      <Activity verificationId={verificationId} people={people} />
                    </div>
                  </>
                )}
              </div>
              {whole && (
                <div data-history className="min-w-0">
                  <OtherFields
                    fields={detail.other_fields}
                    wasRead={freshness.read_at !== null}
                    kept={detail.last_answer_kept}
                    tooLarge={detail.last_answer_too_large}
                  />
                </div>
              )}
            </article>
          </Explanations>
        </SinceLastLook>
      </SectionNotes>
    </PrintProvider>
  );
}

const failureOf = (error: Error): Failure =>
  error instanceof ApiError ? { code: error.code, status: error.status } : { code: "", status: 0 };

type LookupProps = { verificationId: string; failure: Failure; menu?: ReactNode };

/** An id that the read model does not know, and that the service could not be read for: why, and trying again. */
export function VerificationLookup({ verificationId, failure, menu }: LookupProps) {
  const t = useTranslations("verification.lookup");
  const words = useProblemWords();
  const query = useQuery({ ...verificationOptions(verificationId), enabled: false });
  if (query.data) return <VerificationView verificationId={verificationId} menu={menu} />;
  const { code, status } = query.error instanceof ApiError ? query.error : failure;
  if (code === "ERASED") return <ErasedView verificationId={verificationId} />;
  if (status === 404) return <NotFoundView />;
  const { title, body } = words({ code, status: status || null });
  return (
    <Message role="alert" icon={<CloudOff aria-hidden />} title={t("failed")}>
      <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>
      <p>
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{body}</span>
      </p>
      <p className="text-muted-foreground">{t("unknownHere")}</p>
      <Button variant="outline" aria-disabled={query.isFetching} onClick={() => query.refetch()}>
        {t(query.isFetching ? "looking" : "retry")}
      </Button>
    </Message>
  );
}

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

/** The page's places in their final sizes, while what fills them is looked up. */
function VerificationSkeleton() {
  const t = useTranslations("verification");
  useWaitingKeys(true, FILE_KEYS);
  return (
    <div className="@container space-y-4">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div className="space-y-1.5">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-5 w-full max-w-md" />
      </div>
      <Skeleton className="h-5 w-full max-w-sm" />
      <div className="grid items-start gap-4 @[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SectionSkeleton className="h-64" />
        <div className="space-y-4">
          <SectionSkeleton className="h-40" />
          <SectionSkeleton className="h-40" />
        </div>
      </div>
    </div>
  );
}

/** A section's frame; the height is that of its content. */
const SectionSkeleton = ({ className }: { className: string }) => (
  <Card className="block p-0">
    <div className="flex min-h-11 items-center border-border border-b px-4">
      <Skeleton className="h-4 w-28" />
    </div>
    <div className={`p-4 ${className}`}>
      <Skeleton className="h-4 w-full max-w-72" />
    </div>
  </Card>
);
