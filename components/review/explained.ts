import { createContext, use } from "react";
import type { FindingExplanation } from "#lib/contract/verifications/review.ts";

type Explained = { verification_id: string; explanations: readonly FindingExplanation[] };

/** The explanations of the findings of the file that a page shows, as they are now. */
export const Explanations = createContext<Explained | null>(null);

export const useExplanations = (): readonly FindingExplanation[] => use(Explanations)?.explanations ?? [];
