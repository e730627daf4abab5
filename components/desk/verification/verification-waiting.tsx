import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { FILE_KEYS } from "#components/desk/review/review-actions.ts";
import { Retry } from "#components/kit/buttons.tsx";
import { useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { Message } from "#components/kit/message.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

export function Failed({ query }: Pick<ComponentProps<typeof Retry>, "query">) {
  const t = useTranslations("verification");
  return (
    <Message role="alert" icon={<CloudOff aria-hidden />} title={t("failed")}>
      <Retry query={query} size="default" />
    </Message>
  );
}

/** The page's sections in their final sizes while their content loads. */
export function VerificationSkeleton() {
  const t = useTranslations("verification");
  useBufferedShortcuts(true, FILE_KEYS);
  return (
    <Waiting label={t("loading")} className="@container space-y-4">
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
    </Waiting>
  );
}

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
