import { z } from "zod";
import { documentKinds, yearlyCheck } from "./policy-input.ts";

/** The body of `POST /api/settings/review/preview`: rules that are not in force yet. */
export const datesPreview = z.strictObject({ documents: documentKinds, yearly_check: yearlyCheck });

/** The number of files that would be due today, and within thirty days after. */
export type DatesPreview = { now: number; month: number };
