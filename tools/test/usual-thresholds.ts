import { THRESHOLDS, thresholdsOf } from "#lib/outbound/contract/notices/alert-settings.ts";

/** The thresholds of alerts that no admin has changed. */
export const USUAL_THRESHOLDS = thresholdsOf((kind) => THRESHOLDS[kind].usual);
