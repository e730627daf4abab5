"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { CustodyFact, FileHolds } from "#components/desk/custody/file-custody.tsx";
import { NoteWaits } from "#components/desk/notes/note-form.tsx";
import { adviceOf } from "#components/desk/review/advice.ts";
import { nameOf } from "#components/desk/review/last-step.ts";
import { ReviewBar } from "#components/desk/review/review-bar.tsx";
import { NewsLine, SinceLastLook } from "#components/desk/review/since-last-look.tsx";
import { Explanations } from "#components/desk/review/use-explanations.ts";
import { PeopleSection } from "#components/desk/verification/people-section.tsx";
import { DOCUMENT_SECTIONS, FILE_SECTIONS } from "#components/file-parts.ts";
import { showEntry } from "#components/kit/entry-link.tsx";
import { useHydrated } from "#components/kit/hydrated.ts";
import { OtherFieldsSection } from "#components/kit/other-fields-section.tsx";
import { PreviousNext } from "#components/kit/previous-next.tsx";
import { SectionNotes } from "#components/kit/section.tsx";
import { SectionBoundary } from "#components/kit/section-boundary.tsx";
import { codeOf } from "#components/kit/words.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { rememberFile } from "#lib/core/browser/recent-files.ts";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { cn } from "@/components/ui/cn";
import { ActivitySection } from "./activity-section.tsx";
import { ChangesAnnouncer } from "./changes-announcer.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { headEntries, IncompleteNote, useIncompleteNotes } from "./incomplete-note.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";
import { PrintAction, PrintedHead, PrintedNotes, PrintProvider } from "./printing.tsx";
import { type Failure, StaleNotice, staleProblem } from "./stale-notice.tsx";
import { VerificationHeader } from "./verification-header.tsx";
import { Failed, VerificationSkeleton } from "./verification-waiting.tsx";

/* Few files have these. */
const GoneView = dynamic(() => import("./absent-verification.tsx").then((module) => module.GoneView));
const RequestAnswers = dynamic(() =>
  import("#components/desk/review/request-answers.tsx").then((module) => module.RequestAnswers),
);

/*
 * A reading mostly returns known data. Answers share equal parts with earlier answers, so only sections with changed
 * facts render again.
 */
const Timeline = memo(DocumentsTimeline);
const Findings = memo(FindingsSection);
const Labels = memo(LabelsSection);
const Items = memo(ItemsSection);
const People = memo(PeopleSection);
const Activity = memo(ActivitySection);
const OtherFields = memo(OtherFieldsSection);

type Props = {
  verificationId: string;
  /** Further actions for users with the permission. */
  menu?: ReactNode;
  /** Readers go from file to file beside the queue. The sections for a decision are rendered first, the others right after. */
  inParts?: boolean;
  /** Rendered before it is shown, without the activity, which fetches data when it is shown. */
  ahead?: boolean;
};

/**
 * The page of a file, in the order of a reviewer's questions. The read model is shown at once. Opening the page makes
 * the server read the service in the background (design §5), and changes arrive as live messages.
 */
export function VerificationView({ verificationId, menu, inParts = false, ahead = false }: Props) {
  const titleId = useId();
  const query = useQuery(verificationOptions(verificationId));
  const read = useMutation({
    mutationFn: (by_hand: boolean) =>
      api("POST /api/verifications/{verification_id}/read", {
        params: { verification_id: verificationId },
        body: { by_hand },
      }),
    // The read model contains the result: a failure as staleness, a success as the time of reading.
    onSettled: () => query.refetch(),
  });
  const { mutate } = read;
  const notes = useIncompleteNotes(query.data?.possibly_incomplete);
  // The people section fetches them.
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
  // The document of the server has all sections at once. A page that the browser renders shows the first ones first, in the
  // height that Back needs to keep its place.
  const hydrated = useHydrated();
  const [reserved] = useState(() => (hydrated ? window.scrollY + window.innerHeight : null));
  const parts = inParts || reserved !== null;
  const hasItems = useDeferredValue(true, !parts);
  const whole = useDeferredValue(hasItems && !ahead, !parts);
  const { refetch } = query;
  const opened = query.data?.verification;
  useEffect(() => {
    if (!whole || !opened) return;
    const { verification_id, tag } = opened;
    rememberFile({ verification_id, tag, name: nameOf(opened) });
  }, [whole, opened]);
  useEffect(() => {
    if (!whole) return;
    // Delayed until the page is rendered completely, since an answer during hydration would restart the hydration.
    const soon = setTimeout(() => {
      // At the desk the file may be prefetched (`prefetch.ts`), so its data is refetched.
      if (inParts) void refetch({ cancelRefetch: false });
      mutate(false);
    });
    return () => clearTimeout(soon);
  }, [whole, inParts, refetch, mutate]);
  useEffect(() => {
    if (!whole) return;
    // Deferred: an entry that is rendered on demand cannot be rendered from within an effect.
    const soon = setTimeout(() => showEntry(window.location.hash.slice(1)));
    return () => clearTimeout(soon);
  }, [whole]);
  const code = codeOf(query.error);
  if (code === "ERASED" || code === "BLOCKED") return <GoneView verificationId={verificationId} code={code} />;
  if (!query.data) {
    return query.isError ? <Failed query={query} /> : <VerificationSkeleton />;
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
            <article
              aria-labelledby={titleId}
              style={{ minHeight: whole || inParts || reserved === null ? undefined : reserved }}
              className="@container flex min-w-0 flex-col gap-4"
            >
              <ChangesAnnouncer detail={detail} />
              <PrintedHead file={verification} freshness={freshness} />
              <div
                className={cn(
                  "flex flex-wrap items-start justify-between gap-x-6 gap-y-2",
                  !inParts && "page-line pb-4",
                )}
              >
                <SectionBoundary of="header">
                  <VerificationHeader
                    titleId={titleId}
                    detail={detail}
                    reading={read.isPending}
                    onRead={() => mutate(true)}
                    custody={<CustodyFact verificationId={verificationId} />}
                  />
                </SectionBoundary>
                <div className="flex items-center gap-3">
                  <PreviousNext of="verification" href={`/verifications/${encodeURIComponent(verificationId)}`} />
                  <PrintAction ready={(listed !== undefined || unlisted) && (noted || unnoted)} />
                  {menu}
                </div>
              </div>
              <SectionBoundary of="holds">
                <FileHolds verificationId={verificationId} />
              </SectionBoundary>
              {detail.review && (
                <SectionBoundary of="review">
                  <ReviewBar detail={detail} review={detail.review} advice={advice} />
                </SectionBoundary>
              )}
              <PrintedNotes verificationId={verificationId} />
              {detail.review_standing?.wait && (
                <SectionBoundary of="request">
                  <RequestAnswers wait={detail.review_standing.wait} people={people} />
                </SectionBoundary>
              )}
              <SectionBoundary of="news">
                <NewsLine detail={detail} people={people} />
              </SectionBoundary>
              <StaleNotice
                problem={staleProblem(freshness, refresh, read.error && failureOf(read.error))}
                onRetry={() => mutate(true)}
              />
              <IncompleteNote named entries={headEntries(detail.possibly_incomplete)} />
              <SectionBoundary of="documents">
                <Timeline
                  entries={detail.documents_status_timeline}
                  current={verification.documents_status}
                  firstCompletedAt={verification.first_completed_at}
                  createdAt={verification.created_at}
                  status={verification.status}
                />
              </SectionBoundary>
              {/* One column from the findings down; on a wide page, all other sections are beside findings and activity. */}
              <div className="grid grid-cols-1 items-start gap-4 @[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @[46rem]:grid-rows-[auto_1fr] print:block print:space-y-4">
                <SectionBoundary of="findings">
                  <Findings
                    current={detail.findings}
                    runs={detail.findings_runs}
                    items={detail.items}
                    file={verification}
                  />
                </SectionBoundary>
                {hasItems && (
                  <div className="min-w-0 space-y-4 @[46rem]:row-span-2">
                    <SectionBoundary of="items">
                      <Items
                        items={detail.items}
                        people={people}
                        verificationId={verificationId}
                        tag={verification.tag}
                        writes={advice === "write"}
                      />
                    </SectionBoundary>
                    {DOCUMENT_SECTIONS.map(({ name, Part }) => (
                      <SectionBoundary key={name} of={name}>
                        <Part verificationId={verificationId} />
                      </SectionBoundary>
                    ))}
                    <SectionBoundary of="people">
                      <People verificationId={verificationId} tag={verification.tag} />
                    </SectionBoundary>
                    <SectionBoundary of="labels">
                      <Labels labels={detail.labels} />
                    </SectionBoundary>
                  </div>
                )}
                {whole ? (
                  <div data-history className="min-w-0">
                    <SectionBoundary of="activity">
                      <Activity verificationId={verificationId} people={people} />
                    </SectionBoundary>
                  </div>
                ) : (
                  <NoteWaits />
                )}
              </div>
              {whole && (
                <div data-history className="min-w-0 space-y-4">
                  <SectionBoundary of="other-fields">
                    <OtherFields
                      fields={detail.other_fields}
                      wasRead={freshness.read_at !== null}
                      kept={detail.last_answer_kept}
                      tooLarge={detail.last_answer_too_large}
                    />
                  </SectionBoundary>
                  {FILE_SECTIONS.map(({ name, Part }) => (
                    <SectionBoundary key={name} of={name}>
                      <Part verificationId={verificationId} />
                    </SectionBoundary>
                  ))}
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
