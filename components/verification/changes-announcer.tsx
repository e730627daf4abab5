"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { useWords } from "./use-words.ts";
import { type Change, whatChanged } from "./view/what-changed.ts";

/** Says what has changed to who does not see it, politely and once; what was there from the start is not read out. */
export function ChangesAnnouncer({ detail }: { detail: VerificationDetail }) {
  const words = useChangeWords();
  const known = useRef(detail);
  const [changes, setChanges] = useState<Change[]>([]);
  useEffect(() => {
    const news = whatChanged(known.current, detail);
    known.current = detail;
    if (news.length > 0) setChanges(news);
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
