import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useParams, usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useCallback, useSyncExternalStore } from "react";
import { shortId } from "#components/page/copy.tsx";
import { fileCrumbKey, fileName } from "#components/page/file-crumb.ts";
import { Hint } from "#components/page/hint.tsx";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { cn } from "@/components/ui/cn";
import { useDestination } from "./navigation.tsx";

/** The path to the page. The last entry is the page itself, in fewer words than the document's heading. */
export function Breadcrumbs() {
  const t = useTranslations("shell");
  const people = useTranslations("people");
  const { verification_id: encoded, people_id: personId } = useParams<{
    verification_id?: string;
    people_id?: string;
  }>();
  const verificationId = encoded === undefined ? null : decodeSegment(encoded);
  const isRecord = usePathname().endsWith("/decision") && verificationId !== null;
  const destination = useDestination();
  const name = destination ? t(`pages.${destination.key}`) : t("pages.notFound");
  return (
    <nav aria-label={t("breadcrumbs")} className="min-w-24 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        <li className={verificationId === null ? "min-w-0 truncate" : "shrink-0 whitespace-nowrap"}>
          {verificationId !== null && destination ? (
            <Link href={destination.href} className={`-m-1.5 flex items-center p-1.5 ${LINK}`}>
              {/* On narrow screens, the parent page is an arrow instead of a name. */}
              <ChevronLeft aria-hidden className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">{name}</span>
            </Link>
          ) : (
            <Here>{name}</Here>
          )}
        </li>
        {verificationId !== null && (
          <Crumb>
            <VerificationCrumb verificationId={verificationId} leads={personId !== undefined || isRecord} />
          </Crumb>
        )}
        {isRecord && (
          <Crumb className="shrink-0 max-sm:hidden">
            <Here translate="yes">{t("decisionRecord")}</Here>
          </Crumb>
        )}
        {personId !== undefined && (
          <Crumb className="shrink-0 max-sm:hidden">
            <Here>{people("numbered", { id: personId })}</Here>
          </Crumb>
        )}
      </ol>
    </nav>
  );
}

const LINK = "rounded text-muted-foreground hover:text-foreground";

const Here = (props: ComponentProps<"span">) => <span aria-current="page" className="font-medium" {...props} />;

/** An entry after the first, with a separator before it. */
const Crumb = ({ className, children }: { className?: string; children: ReactNode }) => (
  <>
    <li aria-hidden className="text-muted-foreground max-sm:hidden">
      <ChevronRight className="size-3.5" />
    </li>
    <li translate="no" className={cn("min-w-0 truncate", className)}>
      {children}
    </li>
  </>
);

/** The file's title and tag from the cache; nothing is fetched for them. On pages below the file, it is a link. */
function VerificationCrumb({ verificationId, leads }: { verificationId: string; leads: boolean }) {
  const name = useCachedName(verificationId) ?? shortId(verificationId);
  return (
    <Hint text={verificationId}>
      {leads ? (
        <Link href={`/verifications/${encodeURIComponent(verificationId)}`} className={LINK}>
          {name}
        </Link>
      ) : (
        <Here>{name}</Here>
      )}
    </Hint>
  );
}

/**
 * The name of a verification from the cache, or null. Not a query observer: that would create an empty query before the
 * page hydrates its own, and the page would be rendered without the server's data.
 */
function useCachedName(verificationId: string): string | null {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  const known = () => {
    const detail = client.getQueryData(verificationOptions(verificationId).queryKey);
    return detail ? fileName(detail.verification) : client.getQueryData<string | null>(fileCrumbKey(verificationId));
  };
  return useSyncExternalStore(subscribe, known, () => null) ?? null;
}
