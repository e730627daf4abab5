import { compareObservations } from "#lib/contract/events/ordering.ts";
import { type Instant, instantFromMs, instantToMs } from "#lib/contract/time.ts";
import { type Incompleteness, type OutageCause, PARTS, type Part } from "#lib/contract/verifications/incomplete.ts";
import type { FindingsRun, TimelineEntry, VerificationItem } from "#lib/contract/verifications/verification.ts";
import type { StatusStatement } from "./findings.ts";

/** When deliveries were lost for good; `to` is null while it goes on. */
export type Loss = { from: Instant; to: Instant | null; cause: OutageCause };

/** What the interface lets nobody read: what was lost of it stays unknown. */
const NEVER_READ: readonly Part[] = ["documents_status_timeline", "items", "labels"];

/** A verification that nothing is known of for longer is taken to have rested (design §5). */
const ACTIVE_MS = 30 * 24 * 3_600_000;

export type Activity = { created_at: Instant | null; last_activity_at: Instant | null };

/** Whether a verification existed in a time and was not at rest long before: anything may have happened to it then. */
const concerns = ({ from, to }: Loss, { created_at, last_activity_at }: Activity): boolean =>
  (created_at === null || to === null || created_at < to) &&
  (last_activity_at === null || last_activity_at > instantFromMs(instantToMs(from) - ACTIVE_MS));

/** The parts of a row of the list that events may be missing of; `contradictions` is of its summary. */
export function incompleteParts(contradictions: readonly string[], losses: readonly Loss[], file: Activity): Part[] {
  const lost = losses.some((loss) => concerns(loss, file));
  return PARTS.filter((part) => contradictions.includes(part) || (lost && NEVER_READ.includes(part)));
}

export type Known = Activity & {
  status: string | null;
  status_at: Instant | null;
  documents_status: string | null;
  documents_status_at: Instant | null;
  timeline: readonly TimelineEntry[];
  /** The current one first. */
  runs: readonly FindingsRun[];
  items: readonly VerificationItem[];
  statuses: readonly StatusStatement[];
  /** The event of its creation. */
  created: boolean;
  first_event_at: Instant | null;
  /** When the newest readings of the verification and of its people began. */
  read_at: Instant | null;
  people_read_at: Instant | null;
  /** A lookup has failed: with which `people_error`, only its event says. */
  lookup_failed: boolean;
};

/**
 * Where events may be missing, in the order of `PARTS`, the latest first. What a reading tells is proven by one that began
 * after the time in which events were lost; the rest stays in doubt.
 */
export function findIncompleteness(known: Known, losses: readonly Loss[]): Incompleteness[] {
  const proven: Partial<Record<Part, Instant | null>> = {
    status: known.read_at,
    findings: known.read_at,
    people: known.lookup_failed ? null : known.people_read_at,
  };
  const lost = losses
    .filter((loss) => concerns(loss, known))
    .flatMap(({ from, to, cause: reason }) =>
      PARTS.filter((part) => to === null || (proven[part] ?? "") <= to).map((part) => ({ part, from, to, reason })),
    );
  const found: Incompleteness[] = [
    ...contradictionsOf(known).map((contradiction) => ({ ...contradiction, reason: "contradiction" as const })),
    ...lost,
  ];
  const rank = ({ part, to }: Incompleteness): [number, string] => [PARTS.indexOf(part), to ?? "z"];
  return found.toSorted((a, b) => {
    const [[place, end], [otherPlace, otherEnd]] = [rank(a), rank(b)];
    return place - otherPlace || (end < otherEnd ? 1 : end > otherEnd ? -1 : 0);
  });
}

type Contradiction = Omit<Incompleteness, "reason">;

/** Facts that contradict each other: an event is missing between the two times, or still on its way. */
function contradictionsOf(known: Known): Contradiction[] {
  return [
    ...unreportedFinish(known),
    ...gaps(known),
    ...unreportedRun(known.runs),
    ...unfinishedItems(known),
    ...unknownBeginning(known),
  ];
}

/** A reading shows it finished, which an event should have said (interface, Event list). */
function unreportedFinish({ statuses, status_at }: Known): Contradiction[] {
  const ordered = statuses.toSorted(compareObservations);
  const newest = ordered.at(-1);
  const said = ordered.findLast(({ found_by }) => found_by === "event");
  if (newest?.found_by !== "api" || newest.status !== "finished" || !said || said.status === "finished") return [];
  return [{ part: "status", from: said.effective_at, to: status_at }];
}

/** An event is missing between two changes; at the end, what holds now was read and no event said so. */
function gaps({ timeline, documents_status, documents_status_at }: Known): Contradiction[] {
  const part = "documents_status_timeline";
  const found: Contradiction[] = timeline.flatMap(({ at, gap }, index) =>
    gap ? [{ part, from: timeline[index - 1]?.at ?? null, to: at }] : [],
  );
  const last = timeline.at(-1);
  if (last && last.to !== documents_status) found.push({ part, from: last.at, to: documents_status_at });
  return found;
}

/** A reading shows a run that no event reported: its source and its id are not known. */
function unreportedRun([current, ...earlier]: readonly FindingsRun[]): Contradiction[] {
  if (current?.found_by !== "api" || current.computed_at === null) return [];
  const before = earlier.find(({ found_by }) => found_by === "event");
  return [{ part: "findings", from: before?.computed_at ?? null, to: current.computed_at }];
}

/** Finished, with an item that is not known to have completed. */
function unfinishedItems({ status, status_at, items }: Known): Contradiction[] {
  if (status !== "finished") return [];
  const since = items.flatMap(({ completed_at, history }) => (completed_at === null ? (history.at(-1)?.at ?? []) : []));
  const from = since.toSorted()[0];
  return from === undefined ? [] : [{ part: "items", from, to: status_at }];
}

/** Nothing has said that it was created, as where it is older than our webhook. */
function unknownBeginning({ created, created_at, first_event_at }: Known): Contradiction[] {
  return created ? [] : NEVER_READ.map((part) => ({ part, from: created_at, to: first_event_at }));
}
