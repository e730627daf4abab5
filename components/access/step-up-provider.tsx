"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { StepUpContext, type StepUpProps } from "#components/core/secrets/step-up-context.ts";

const StepUpDialog = lazy(() => import("./step-up-dialog.tsx").then((code) => ({ default: code.StepUpDialog })));

const Dialog = (props: StepUpProps) => (
  <Suspense>
    <StepUpDialog {...props} />
  </Suspense>
);

/** Lets every change inside ask for the password. */
export const StepUpProvider = ({ children }: { children: ReactNode }) => (
  <StepUpContext value={Dialog}>{children}</StepUpContext>
);
