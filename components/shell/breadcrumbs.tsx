"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useSyncExternalStore } from "react";
import { Hint } from "#components/page/hint.tsx";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { shortId } from "@/components/ui/copy";
import { useDestination } from "./navigation.tsx";

/** Where one is. The last one is the page itself; the document's own heading says more. */
export function Breadcrumbs() {
  const t = useTranslations("shell");
  const { verification_id: encoded, people_id: personId } = useParams<{
    verification_id?: string;
    people_id?: string;
  }>();
  const verificationId = encoded === undefined ? null : decodeSegment(encoded);
  const destination = useDestination();
  const name = destination ? t(`pages.${destination.key}`) : t("pages.notFound");
  return (
    <nav aria-label={t("breadcrumbs")} className="min-w-24 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        <li className={verificationId === null ? "min-w-0 truncate" : "shrink-0"}>
          {verificationId !== null && destination ? (
            <Link
              href={destination.href}
              className="-m-1.5 flex items-center rounded p-1.5 text-muted-foreground hover:text-foreground"
            >
              {/* Where there is no room for both names, the way back is an arrow. */}
              <ChevronLeft aria-hidden className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">{name}</span>
            </Link>
          ) : (
            <span aria-current="page" className="font-medium">
              {name}
            </span>
          )}
        </li>
        {verificationId !== null && (
          <>
            <li aria-hidden className="max-sm:hidden">
              <ChevronRight className="size-3.5 text-muted-foreground" />
            </li>
            <li className="min-w-0 truncate">
              <VerificationCrumb verificationId={verificationId} leads={personId !== undefined} />
            </li>
          </>
        )}
        {personId !== undefined && (
          <>
            <li aria-hidden className="max-sm:hidden">
              <ChevronRight className="size-3.5 text-muted-foreground" />
            </li>
            <li className="shrink-0 max-sm:hidden">
              <PersonCrumb personId={personId} />
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

/** The file's tag where the page has it; nothing is requested for it. A link on the pages below the file. */
function VerificationCrumb({ verificationId, leads }: { verificationId: string; leads: boolean }) {
  const name = useKnownTag(verificationId) ?? shortId(verificationId);
  if (!leads) {
    return (
      <Hint text={verificationId}>
        <span aria-current="page" className="font-medium">
          {name}
        </span>
      </Hint>
    );
  }
  return (
    <Hint text={verificationId}>
      <Link
        href={`/verifications/${encodeURIComponent(verificationId)}`}
        className="rounded text-muted-foreground hover:text-foreground"
      >
        {name}
      </Link>
    </Hint>
  );
}

function PersonCrumb({ personId }: { personId: string }) {
  const t = useTranslations("people");
  return (
    <span aria-current="page" className="font-medium">
      {t("numbered", { id: personId })}
    </span>
  );
}

/**
 * The tag of a verification that the page has, or null. It reads the cache and requests nothing: a query observer would
 * put an empty query there before the page brings its own, which would then be drawn without the server's data.
 */
function useKnownTag(verificationId: string): string | null {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  const known = () => client.getQueryData(verificationOptions(verificationId).queryKey)?.verification.tag ?? null;
  return useSyncExternalStore(subscribe, known, () => null);
}
