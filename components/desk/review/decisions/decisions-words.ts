import { facts } from "#components/kit/route-messages.tsx";

export const DECISIONS_WORDS = facts("decision", "decisions", "samples");
