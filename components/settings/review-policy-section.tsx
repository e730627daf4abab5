"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { reviewPolicyOptions } from "#lib/browser/review-policy.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { LoadedPage } from "./loaded.tsx";

/** Loaded after the page, since the form is large and rarely used. */
const Form = lazy(() => import("./review-policy-form.tsx").then((code) => ({ default: code.ReviewPolicyForm })));

const HEIGHT = "h-160";

/** The rules that send files to review, and their due times. */
export const ReviewPolicySection = () => (
  <LoadedPage of="review-policy" query={useQuery(reviewPolicyOptions)} height={HEIGHT}>
    {(policy) => (
      <Suspense fallback={<Skeleton className={HEIGHT} />}>
        <Form policy={policy} />
      </Suspense>
    )}
  </LoadedPage>
);
