"use client";

import { lazy, Suspense } from "react";

/** Loaded when it is shown: what this page imports comes with every file. */
const NotFoundView = lazy(() =>
  import("#components/verification/absent-verification.tsx").then((code) => ({ default: code.NotFoundView })),
);

export default function VerificationNotFound() {
  return (
    <Suspense>
      <NotFoundView />
    </Suspense>
  );
}
