"use client";

import dynamic from "next/dynamic";

/** Loaded when it is shown: what this page imports comes with every file. */
export default dynamic(() =>
  import("#components/verification/absent-verification.tsx").then((module) => module.NotFoundView),
);
