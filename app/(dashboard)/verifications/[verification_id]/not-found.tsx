"use client";

import dynamic from "next/dynamic";

/** Loaded when it is shown: what this page imports comes with every file. */
const NotFoundView = dynamic(() =>
  import("#components/verification/absent-verification.tsx").then((module) => module.NotFoundView),
);

export default function VerificationNotFound() {
  return <NotFoundView />;
}
