"use client";

import dynamic from "next/dynamic";

/** A lazy import: Next loads the static imports of this file with every verification page. */
export default dynamic(() =>
  import("#components/desk/verification/absent-verification.tsx").then((module) => module.NotFoundView),
);
