"use client";

import dynamic from "next/dynamic";

/** Next sends what this needs with every file. */
const NotFoundView = dynamic(() =>
  import("#components/verification/absent-verification.tsx").then((module) => module.NotFoundView),
);

export default function VerificationNotFound() {
  return <NotFoundView />;
}
