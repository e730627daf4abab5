"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Section } from "#components/page/section.tsx";
import { Waiting } from "#components/page/waiting.tsx";
import { Skeleton } from "@/components/ui/skeleton";

/** Loaded after the page: a large form for rare use. */
const Form = lazy(() => import("./review-policy-form.tsx").then((code) => ({ default: code.ReviewPolicyForm })));

/** By which rules files ask for a person, and by when. */
export function ReviewPolicySection() {
  const t = useTranslations("review-policy");
  return (
    <Section id="review-policy" title={t("title")}>
      <div className="space-y-5 text-sm">
        <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
        <Suspense fallback={<PolicyWaiting />}>
          <Form waiting={<PolicyWaiting />} />
        </Suspense>
      </div>
    </Section>
  );
}

function PolicyWaiting() {
  const t = useTranslations("review-policy");
  return (
    <Waiting label={t("loading")}>
      <Skeleton className="h-160 w-full" />
    </Waiting>
  );
}
