import { type Observations, obstacleOf } from "./observations.ts";
import type { Verdict } from "./rule.ts";
import { ANSWERS } from "./rules/answers.ts";
import { API_KEYS } from "./rules/api-keys.ts";
import { PEOPLE } from "./rules/people.ts";
import { VERIFICATIONS } from "./rules/verification.ts";
import { WEBHOOKS } from "./rules/webhooks.ts";
import { SECTIONS, type Section } from "./section.ts";

const PARTS = [API_KEYS, WEBHOOKS, VERIFICATIONS, PEOPLE, ANSWERS];
/** The rules of the interface that reading can judge. The sandbox's conformance tests run them as well. */
export const RULES = PARTS.flatMap(({ rules }) => rules);
const SHAPES = PARTS.flatMap(({ shapes }) => shapes);

const EVENTS_TELL = "no endpoint of the interface reads them; events tell of them";
const CHANGES = "it would change the account";
/** What reading cannot judge, and why. */
const BEYOND_READING: readonly [Section, statement: string, why: string][] = [
  ["Resources: Item", "the fields of items", EVENTS_TELL],
  ["Resources: Label assignment", "the fields of labels", EVENTS_TELL],
  ["Resources: CURP lookup result", "the PDF behind `curp_file`", "it is a person's document, and is not fetched"],
  ["States: Verification `status`", "how states follow each other", "a read tells one moment; events tell of changes"],
  ["States: Findings runs", "when findings are computed", "a read tells one moment; events tell of changes"],
  ["Endpoints: API keys", "POST and DELETE, their answers and 409", CHANGES],
  ["Endpoints: Webhooks", "POST, PUT and DELETE, and their answers", CHANGES],
  ["Authentication: API key", "a key without the permission gets 403", "needs a key that may only read, and a command"],
  [
    "Authentication: Webhook signature",
    "how a delivery is signed",
    "needs a receiver: npm start verifies every delivery",
  ],
  ["Events", "what deliveries hold, and when they come", "needs a receiver: npm start shows what is wrong with one"],
  ["Errors: Error response", "400, 403, 409 and 500", "needs commands, or a fault of the service"],
  ["Limits", "retries, response times, how long files stay", "needs deliveries and uploads"],
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
  const judged = [
    ...RULES.map(({ section, statement, judge }) => ({ section, result: { statement, ...judge(seen) } })),
    ...BEYOND_READING.map(([section, statement, why]) => {
      return { section, result: { statement, verdict: "not tried" as const, why } };
    }),
  ];
  const sections = SECTIONS.map((section) => ({
    section,
    statements: judged.filter((one) => one.section === section).map(({ result }) => result),
    shapes: SHAPES.filter((shape) => shape.section === section).flatMap(({ what, read }) => {
      const shown = read(seen);
      return shown === null ? [] : [{ what, seen: shown }];
    }),
  }));
  const count = (wanted: Verdict["verdict"]) => judged.filter(({ result }) => result.verdict === wanted).length;
  const given = ({ purpose, endpoint }: Observations[number]) =>
    endpoint === "/verifications/{verification-id}" && (purpose === "read" || purpose === "in vain");
  return {
    base_url: baseUrl,
    reads: seen.length,
    verifications: seen.filter(given).length,
    sections: sections.filter(({ statements, shapes }) => statements.length + shapes.length > 0),
    obstacles: seen.map(obstacleOf).filter((obstacle) => obstacle !== null),
    counts: { holds: count("holds"), differs: count("differs"), "not tried": count("not tried") },
  };
}

/** 0 all that could be tried holds, 1 something differs, 2 something that was to be tried could not be. */
export function exitStatusOf({ counts, obstacles }: Report): 0 | 1 | 2 {
  if (counts.differs > 0) return 1;
  return obstacles.length > 0 ? 2 : 0;
}
