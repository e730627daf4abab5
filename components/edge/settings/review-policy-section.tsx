"use client";

import { useQuery } from "@tanstack/react-query";
import { reviewPolicyOptions } from "#lib/desk/browser/review-policy.ts";
import { LoadedPage } from "./loaded.tsx";
import { ReviewPolicyForm } from "./review-policy-form.tsx";

const HEIGHT = "h-160";

/** The rules that send files to review, and their due times. */
export const ReviewPolicySection = () => (
  <LoadedPage of="review-policy" query={useQuery(reviewPolicyOptions)} height={HEIGHT}>
    {(policy) => <ReviewPolicyForm policy={policy} />}
  </LoadedPage>
);
