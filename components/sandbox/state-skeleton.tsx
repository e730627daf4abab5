import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Section } from "#components/verification/section.tsx";

/** The right side until it is known how the embedded service stands. */
export function StateSkeleton() {
  const t = useTranslations("sandbox");
  return (
    <>
      <Section id="pace" title={t("pace.title")}>
        <Skeleton className="mb-2 h-8" />
        <Skeleton className="h-9" />
      </Section>
      <Section id="active-faults" title={t("active.title")}>
        <Skeleton className="h-5" />
      </Section>
      <Section id="played" title={t("played.title")}>
        <Skeleton className="h-24" />
      </Section>
    </>
  );
}
