"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { reviewPolicyOptions } from "#lib/browser/review-policy.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { LoadedPage } from "./loaded.tsx";

/** Loaded after the page: a large form for rare use. */
const Form = lazy(() => import("./review-policy-form.tsx").then((code) => ({ default: code.ReviewPolicyForm })));

const HEIGHT = "h-160";

/** By which rules files ask for a person, and by when. */
export const ReviewPolicySection = () => (
  <LoadedPage of="review-policy" query={useQuery(reviewPolicyOptions)} height={HEIGHT}>
    {(policy) => (
      <Suspense fallback={<Skeleton className={HEIGHT} />}>
        <Form policy={policy} />
      </Suspense>
    )}
  </LoadedPage>
);
