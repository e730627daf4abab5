"use client";

import { type ComponentType, createContext } from "react";

export type StepUpProps = {
  /** The action in the infinitive, for the question 'Confirm your identity to …'. */
  to: string;
  onConfirmed: () => void;
  onClosed: () => void;
};

/** The dialog that asks for the password before a change. The frame of the pages supplies it, since access is above core. */
export const StepUpContext = createContext<ComponentType<StepUpProps>>(() => null);
