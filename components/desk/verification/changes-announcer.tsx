import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { useWords } from "#components/kit/words.tsx";
import type { VerificationDetail, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** Announces changes to screen readers, politely and once. The initial state is not announced. */
export function ChangesAnnouncer({ detail }: { detail: VerificationDetail }) {
  const known = useRef(detail);
  const [said, setSaid] = useState<{ changes: AnnouncedChange[]; now: Date } | null>(null);
  useEffect(() => {
    const changes = changesBetween(known.current, detail);
    known.current = detail;
    if (changes.length > 0) setSaid({ changes, now: new Date() });
  }, [detail]);
  return <Announced className="sr-only">{said && <Changes {...said} />}</Announced>;
}

/** An event older than this arrived late: a first delivery attempt takes less (interface, Webhook signature). */
const LATE_MS = 5 * 60_000;

/** Words for changes; a late change has its age. */
export function Changes({ changes, now }: { changes: readonly AnnouncedChange[]; now: Date }) {
  const t = useTranslations("verification.changed");
  const format = useFormatter();
  const words = useChangeWords();
  return changes
    .map((change) => {
      const at = change.at === null ? now : new Date(change.at);
      if (now.getTime() - at.getTime() <= LATE_MS) return words(change);
      return `${words(change)} ${t("earlier", { ago: format.relativeTime(at, now) })}`;
    })
    .join(" ");
}

function useChangeWords(): (change: AnnouncedChange) => string {
  const t = useTranslations("verification.changed");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  return (change) => {
    if ("count" in change) return t(change.kind, { count: change.count });
    if ("label" in change) return t(change.kind, { label: change.label });
    const words = change.kind === "status" ? status : documents;
    return t(change.kind, { to: words(change.to) ?? change.to });
  };
}

/** A change for screen readers; `at` is null if its time is unknown. */
type AnnouncedChange = { at: Instant | null } & (
  | { kind: "status" | "documents"; to: string }
  | { kind: "findings" | "items" | "itemsFailed"; count: number }
  | { kind: "labelAdded" | "labelRemoved"; label: string }
);

export function changesBetween(before: VerificationDetail, after: VerificationDetail): AnnouncedChange[] {
  const changes: AnnouncedChange[] = [];
  const { status, status_at, documents_status, documents_status_at } = after.verification;
  if (status !== null && status !== before.verification.status) {
    changes.push({ kind: "status", at: status_at, to: status });
  }
  if (documents_status !== null && documents_status !== before.verification.documents_status) {
    changes.push({ kind: "documents", at: documents_status_at, to: documents_status });
  }
  if (after.findings && runOf(after) !== runOf(before)) {
    const { computed_at, items } = after.findings;
    changes.push({ kind: "findings", at: computed_at, count: items.length });
  }
  const known = new Set(before.items.map((item) => item.item_id));
  const added = after.items.filter((item) => !known.has(item.item_id));
  if (added.length > 0) changes.push({ kind: "items", at: lastAt(added), count: added.length });
  const failed = new Set(failedIn(before).map((item) => item.item_id));
  const failedNow = failedIn(after).filter((item) => !failed.has(item.item_id));
  if (failedNow.length > 0) changes.push({ kind: "itemsFailed", at: lastAt(failedNow), count: failedNow.length });
  const [had, has] = [assignedIn(before), assignedIn(after)];
  for (const [key, { name, at }] of has) if (!had.has(key)) changes.push({ kind: "labelAdded", at, label: name });
  for (const [key, { name }] of had) {
    const at = after.labels.find(({ label }) => label === key)?.removed_at ?? null;
    if (!has.has(key)) changes.push({ kind: "labelRemoved", at, label: name });
  }
  return changes;
}

const runOf = ({ findings }: VerificationDetail): string | null =>
  findings && JSON.stringify([findings.run_id, findings.computed_at, findings.items]);

const failedIn = ({ items }: VerificationDetail): VerificationItem[] =>
  items.filter((item) => item.problem === "failed");

const lastAt = (items: readonly VerificationItem[]): Instant | null =>
  items
    .flatMap(({ history }) => history.at(-1)?.at ?? [])
    .toSorted()
    .at(-1) ?? null;

const assignedIn = ({ labels }: VerificationDetail) =>
  new Map(
    labels
      .filter((label) => label.removed_at === null)
      .map(
        (label) => [label.label, { name: label.display_name ?? shownText(label.label), at: label.added_at }] as const,
      ),
  );
