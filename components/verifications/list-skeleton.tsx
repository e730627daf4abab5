import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

/** The whole page before anything is known. */
export function ListSkeleton() {
  const t = useTranslations("verifications");
  return (
    <div className="@container">
      <h1 className="sr-only">{t("title")}</h1>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden className="-mt-3 flex flex-wrap items-center gap-2 py-3">
        <Skeleton className="h-8 basis-full @2xl:w-80 @2xl:basis-auto" />
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-24" />
        <Skeleton className="hidden h-8 w-20 @[66rem]:block" />
        <Skeleton className="hidden h-8 w-24 @[66rem]:block" />
        <Skeleton className="h-8 w-28" />
        <Skeleton className="ml-auto h-4 w-40" />
      </div>
      <SkeletonRows />
    </div>
  );
}
