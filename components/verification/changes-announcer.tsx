"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWords } from "#components/page/words.tsx";
import { itemProblem, type VerificationDetail } from "#lib/contract/verifications/verification.ts";

/** Says what has changed to who does not see it, politely and once; what was there from the start is not read out. */
export function ChangesAnnouncer({ detail }: { detail: VerificationDetail }) {
  const words = useChangeWords();
  const known = useRef(detail);
  const [changes, setChanges] = useState<Change[]>([]);
  useEffect(() => {
    const changed = whatChanged(known.current, detail);
    known.current = detail;
    if (changed.length > 0) setChanges(changed);
  }, [detail]);
  return (
    <div role="status" className="sr-only">
      {changes.map(words).join(" ")}
    </div>
  );
}

function useChangeWords(): (change: Change) => string {
  const t = useTranslations("verification.changed");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  return (change) => {
    if (change.kind === "status") return t("status", { to: status(change.to) ?? change.to });
    if (change.kind === "documents") return t("documents", { to: documents(change.to) ?? change.to });
    if (change.kind === "labelAdded" || change.kind === "labelRemoved") return t(change.kind, { label: change.label });
    return t(change.kind, { count: change.count });
  };
}

/** A change that is announced to screen readers. */
type Change =
  | { kind: "status"; to: string }
  | { kind: "documents"; to: string }
  | { kind: "findings"; count: number }
  | { kind: "items"; count: number }
  | { kind: "itemsFailed"; count: number }
  | { kind: "labelAdded"; label: string }
  | { kind: "labelRemoved"; label: string };

/** What a page that was shown has come to say otherwise: the few things that are worth an interruption. */
export function whatChanged(before: VerificationDetail, after: VerificationDetail): Change[] {
  const changes: Change[] = [];
  const { status, documents_status } = after.verification;
  if (status !== null && status !== before.verification.status) changes.push({ kind: "status", to: status });
  if (documents_status !== null && documents_status !== before.verification.documents_status) {
    changes.push({ kind: "documents", to: documents_status });
  }
  if (after.findings && runOf(after) !== runOf(before)) {
    changes.push({ kind: "findings", count: after.findings.items.length });
  }
  const known = new Set(before.items.map((item) => item.item_id));
  const added = after.items.filter((item) => !known.has(item.item_id)).length;
  if (added > 0) changes.push({ kind: "items", count: added });
  const failed = failedIn(before);
  const failedNow = [...failedIn(after)].filter((id) => !failed.has(id)).length;
  if (failedNow > 0) changes.push({ kind: "itemsFailed", count: failedNow });
  const [had, has] = [assignedIn(before), assignedIn(after)];
  for (const [label, name] of has) if (!had.has(label)) changes.push({ kind: "labelAdded", label: name });
  for (const [label, name] of had) if (!has.has(label)) changes.push({ kind: "labelRemoved", label: name });
  return changes;
}

const runOf = ({ findings }: VerificationDetail): string | null =>
  findings && JSON.stringify([findings.run_id, findings.computed_at, findings.items]);

const failedIn = ({ items }: VerificationDetail): Set<number> =>
  new Set(items.filter((item) => itemProblem(item) === "failed").map((item) => item.item_id));

const assignedIn = ({ labels }: VerificationDetail): Map<string, string> =>
  new Map(
    labels
      .filter((label) => label.removed_at === null)
      .map((label) => [label.label, label.display_name ?? label.label] as const),
  );
