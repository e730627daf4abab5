import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useParams, usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useCallback, useSyncExternalStore } from "react";
import { crumbKey } from "#components/kit/crumbs.ts";
import { Hint } from "#components/kit/hint.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { decodeSegment, fileName, shortId } from "#lib/platform/contract/text.ts";
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
  const path = usePathname();
  const isRecord = path.endsWith("/decision") && verificationId !== null;
  const page = useCachedCrumb(path);
  const parentPath = path.slice(0, path.lastIndexOf("/"));
  const parent = useCachedCrumb(parentPath);
  const destination = useDestination();
  const isBelow = verificationId !== null || parent !== null || page !== null;
  const name = destination ? t(`pages.${destination.key}`) : t("pages.notFound");
  return (
    <nav aria-label={t("breadcrumbs")} className="min-w-24 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        <li className={isBelow ? "shrink-0 whitespace-nowrap" : "min-w-0 truncate"}>
          {isBelow && destination ? (
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
        {parent !== null && (
          <Crumb>
            <Link href={parentPath} className={LINK}>
              {parent}
            </Link>
          </Crumb>
        )}
        {page !== null && (
          <Crumb className={parent === null ? undefined : "shrink-0 max-sm:hidden"}>
            <Here>{page}</Here>
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
const Crumb = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
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

/** The name of a verification from the cache, or null. */
const useCachedName = (verificationId: string): string | null =>
  useCached((client) => {
    const detail = client.getQueryData(verificationOptions(verificationId).queryKey);
    return detail ? fileName(detail.verification) : client.getQueryData<string | null>(crumbKey(verificationId));
  });

const useCachedCrumb = (of: string): string | null =>
  useCached((client) => client.getQueryData<string | null>(crumbKey(of)));

/**
 * A text of the cache. Not a query observer: that would create an empty query before the page hydrates its own, and the
 * page would be rendered without the server's data.
 */
function useCached(read: (client: QueryClient) => string | null | undefined): string | null {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(
    subscribe,
    () => read(client) ?? null,
    () => null,
  );
}
