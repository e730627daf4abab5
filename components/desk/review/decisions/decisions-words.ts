import { facts } from "#components/page/route-messages.tsx";

export const DECISIONS_WORDS = facts("decision", "decisions", "samples");
