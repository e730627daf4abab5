import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo } from "react";
import { SeenMarks } from "#components/kit/new-mark.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useDocumentsStatusName, useWords } from "#components/kit/words.tsx";
import type { Person } from "#lib/core/contract/people/person.ts";
import type { VerificationDetail, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { lastLookOptions } from "#lib/desk/browser/reviews.ts";
import { knownMarks, marksOf, newsSince } from "#lib/desk/contract/review/seen-marks.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert } from "@/components/ui/alert";

/** The content counts as seen after this time on the page. */
const SEEN_AFTER_MS = 3_000;

type Props = { detail: VerificationDetail; people: readonly Person[] | undefined; children: ReactNode };

/**
 * Marks changes since the reader's last visit to this file, and stores the current state for the next visit. Changes
 * during the visit are stored too, and stay marked until the next visit.
 */
export function SinceLastLook({ detail, people, children }: Props) {
  const client = useQueryClient();
  const { verification_id } = detail.verification;
  const { data: last } = useQuery({ ...lastLookOptions(verification_id), enabled: false });
  const marks = JSON.stringify(marksOf(detail, people));
  useEffect(() => {
    const { queryKey } = lastLookOptions(verification_id);
    const timer = setTimeout(() => {
      if (document.visibilityState !== "visible") return;
      // If this fails, only the comparison of the next visit is affected.
      api("PUT /api/verifications/{verification_id}/seen", {
        params: { verification_id },
        body: { marks: JSON.parse(marks) },
      }).then(
        ({ previous }) => client.getQueryData(queryKey) === undefined && client.setQueryData(queryKey, previous),
        () => undefined,
      );
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [verification_id, marks, client]);
  const seen = useMemo(() => (last ? new Set(knownMarks(last.marks, people)) : null), [last, people]);
  return <SeenMarks value={seen}>{children}</SeenMarks>;
}

/** Further documents are only counted. */
const MAX_NAMED = 3;

/** The news since the last visit in one line; empty without news. */
export function NewsLine({ detail, people }: Omit<Props, "children">) {
  const t = useTranslations("review-file.since");
  const status = useWords("status");
  const itemType = useWords("itemType");
  const documents = useDocumentsStatusName();
  const { data: last } = useQuery({ ...lastLookOptions(detail.verification.verification_id), enabled: false });
  if (!last) return null;
  const news = newsSince(last.marks, detail, people);
  const [arrived, wrong] = [news.items.filter((item) => !item.problem), news.items.filter((item) => item.problem)];
  const typeOf = ({ item_type: type }: VerificationItem) => (type === null ? t("document") : (itemType(type) ?? type));
  const parts = [
    ...(news.findings > 0 ? [t("findings", { count: news.findings })] : []),
    ...wrong.map((item) => t("item_problem", { type: typeOf(item) })),
    ...(arrived.length > MAX_NAMED
      ? [t("items_done", { count: arrived.length })]
      : arrived.map((item) => t("item_done", { type: typeOf(item) }))),
    ...(news.people > 0 ? [t("person", { count: news.people })] : []),
    ...(news.documents_status === null ? [] : [t("documents", { to: documents(news.documents_status) })]),
    ...(news.status === null ? [] : [t("status", { to: status(news.status) ?? news.status })]),
    ...(news.labels > 0 ? [t("label", { count: news.labels })] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Alert className="wrap-anywhere border-transparent bg-accent/60 px-3 py-2 print:hidden">
      <Eye aria-hidden className="text-primary" />
      <p className="min-w-0">
        <span className="font-medium">{t.rich("title", { at: () => <ExactInstant at={last.seen_at} /> })}</span>
        {": "}
        {parts.join(" · ")}
      </p>
    </Alert>
  );
}
