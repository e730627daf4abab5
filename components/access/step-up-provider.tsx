"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { StepUpContext } from "#components/core/secrets/step-up-context.ts";

const StepUpDialog = dynamic(() => import("./step-up-dialog.tsx").then((module) => module.StepUpDialog));

/** Lets every change inside ask for the password. */
export const StepUpProvider = ({ children }: { children: ReactNode }) => (
  <StepUpContext value={StepUpDialog}>{children}</StepUpContext>
);
