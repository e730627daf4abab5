import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The page's places in their final sizes, while what fills them is looked up; `label` says what one waits for. */
export function VerificationSkeleton({ label }: { label?: string }) {
  const t = useTranslations("verification");
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        {label ?? t("loading")}
      </p>
      <div className="space-y-1.5">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-8 w-full max-w-md" />
        <Skeleton className="h-4 w-full max-w-sm" />
      </div>
      <Card className="h-72" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <Card className="h-64" />
          <Card className="h-24" />
        </div>
        <Card className="h-96" />
      </div>
      <Card className="h-48" />
    </div>
  );
}

/** A section's frame; the height is that of its content. */
const Card = ({ className }: { className: string }) => (
  <div className="rounded-lg border border-border bg-card">
    <div className="flex min-h-11 items-center border-border border-b px-4">
      <Skeleton className="h-4 w-28" />
    </div>
    <div className={`p-4 ${className}`}>
      <Skeleton className="h-4 w-full max-w-72" />
    </div>
  </div>
);
