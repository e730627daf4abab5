import type { Check, OpenShape, Verdict } from "./check.ts";
import { API_KEY_CHECKS, API_KEY_SHAPES } from "./checks/api-keys.ts";
import { PEOPLE_CHECKS, PEOPLE_SHAPES } from "./checks/people.ts";
import { REFUSAL_CHECKS, REFUSAL_SHAPES } from "./checks/refusals.ts";
import { SERVICE_CHECKS, SERVICE_SHAPES } from "./checks/service.ts";
import { VERIFICATION_CHECKS, VERIFICATION_SHAPES } from "./checks/verification.ts";
import { WEBHOOK_CHECKS, WEBHOOK_SHAPES } from "./checks/webhooks.ts";
import { answersOf, type Observations } from "./observations.ts";
import { SECTIONS, type Section } from "./section.ts";
import { obstaclesOf } from "./sources.ts";

const CHECKS: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...API_KEY_CHECKS,
  ...WEBHOOK_CHECKS,
  ...VERIFICATION_CHECKS,
  ...PEOPLE_CHECKS,
  ...REFUSAL_CHECKS,
];
const SHAPES: readonly OpenShape[] = [
  ...SERVICE_SHAPES,
  ...API_KEY_SHAPES,
  ...WEBHOOK_SHAPES,
  ...VERIFICATION_SHAPES,
  ...PEOPLE_SHAPES,
  ...REFUSAL_SHAPES,
];

export type Report = {
  base_url: string;
  reads: number;
  /** How many verifications were given. */
  verifications: number;
  sections: {
    section: Section;
    statements: ({ statement: string } & Verdict)[];
    /** How it has what the interface leaves open. */
    shapes: { what: string; seen: string }[];
  }[];
  /** Why what was asked for could not be tried as a whole. */
  obstacles: string[];
  counts: Record<Verdict["verdict"], number>;
};

/** Judges what was seen, section by section of the interface. */
export function reportOn(baseUrl: string, seen: Observations): Report {
  const sections = SECTIONS.map((section) => ({
    section,
    statements: CHECKS.filter((check) => check.section === section).map(({ statement, judge }) => ({
      statement,
      ...judge(seen),
    })),
    shapes: SHAPES.filter((shape) => shape.section === section).flatMap(({ what, read }) => {
      const told = read(seen);
      return told === null ? [] : [{ what, seen: told }];
    }),
  }));
  const verdicts = sections.flatMap(({ statements }) => statements.map(({ verdict }) => verdict));
  const count = (wanted: Verdict["verdict"]) => verdicts.filter((verdict) => verdict === wanted).length;
  return {
    base_url: baseUrl,
    reads: answersOf(seen).length,
    verifications: seen.verifications.length,
    sections,
    obstacles: obstaclesOf(seen),
    counts: { holds: count("holds"), differs: count("differs"), "not tried": count("not tried") },
  };
}

/** 0 all that could be tried holds, 1 something differs, 2 something that was to be tried could not be. */
export function exitStatusOf({ counts, obstacles }: Report): 0 | 1 | 2 {
  if (counts.differs > 0) return 1;
  return obstacles.length > 0 ? 2 : 0;
}
