import { createContext, use } from "react";
import type { FindingExplanation } from "#lib/core/contract/verifications/review.ts";

type ExplainedFile = { verification_id: string; explanations: readonly FindingExplanation[] };

/** The current explanations of the findings of the shown file. */
export const Explanations = createContext<ExplainedFile | null>(null);

export const useExplanations = (): readonly FindingExplanation[] => use(Explanations)?.explanations ?? [];
